"""Pictures of what was measured, as SVG text: ``venn`` (overlap), ``chart`` (lines with bands)."""
