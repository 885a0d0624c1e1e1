"""What pages are shown with: references of elements and of stylesheets, as absolute addresses."""
