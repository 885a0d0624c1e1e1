"""The S-curve: how likely a pair becomes a candidate, with the collection's own pairs."""

from __future__ import annotations

from markupsafe import Markup

from pagemill.serve.charts.plot import Plot
from pagemill.survey.candidates import STEPS, PairCurve


def s_curve(found: PairCurve) -> Markup:
    """Draw the promised chance as a line over bars of the candidate pairs by resemblance."""
    most = max(found.pairs)
    above = sum(
        count
        for step, count in enumerate(found.pairs)
        if step / STEPS >= found.threshold - 1e-9
    )
    said = (
        f"{sum(found.pairs):,} candidate pairs of texts were compared, {above:,} of them in "
        f"steps from the threshold {found.threshold:g} on; {found.bands} bands of {found.rows}"
    )
    plot = Plot("S-curve", said, 1.0, 1.0, "resemblance", "chance to be a candidate")
    for step, count in enumerate(found.pairs):
        if count:
            low, high = step / STEPS, (step + 1) / STEPS
            plot.bar(low, high, count / most, f"{low:.2f} to {high:.2f}: {count:,} pairs")
    plot.line(found.promised, "curve")
    plot.upright(found.threshold, f"threshold {found.threshold:g}")
    return plot.svg(f"bars: pairs, at most {most:,}")
