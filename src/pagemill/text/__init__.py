"""TODO essay."""
