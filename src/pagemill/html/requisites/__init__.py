"""What pages are shown with: what elements and stylesheets refer to, as absolute addresses.

Pictures, stylesheets, scripts and fonts; links to other pages are none.
"""
