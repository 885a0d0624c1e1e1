"""Asking: the contract of fetchers, the one for HTTP, names, and addresses that are off limits.

Whatever goes wrong is a value with a reason, so that the loop never meets an exception here.
"""
