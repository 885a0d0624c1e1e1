"""What a crawl must not spend its requests on: traps, mirrors, pages that are missing.

Each says of an address or a host why nothing more is asked of it; who asks counts the reasons.
"""
