from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.dedup.band import banding
from pagemill.survey.candidates import STEPS, pair_curve
from pagemill.tables import Verified


def test_every_verified_pair_is_in_its_step(built):
    layout = Layout(built.root)
    found = pair_curve(layout, built.config.dedup)
    table = parquet.read(Verified, manifest.live_parts(layout, Verified.name))
    wanted = [0] * STEPS
    for part, whole in zip(table.intersection.tolist(), table.union.tolist(), strict=True):
        wanted[min(STEPS - 1, part * STEPS // max(whole, 1))] += 1
    assert found.pairs == tuple(wanted)
    assert sum(wanted) > 0


def test_the_promise_is_that_of_the_bands_that_were_used(built):
    found = pair_curve(Layout(built.root), built.config.dedup)
    cut = banding(built.config.dedup.threshold, built.config.dedup.permutations)
    assert (found.bands, found.rows) == (cut.bands, cut.rows)
    chances = dict(found.promised)
    assert chances[0.0] == 0.0
    assert chances[1.0] == 1.0
    assert chances[0.8] == cut.p_candidate(0.8) > 0.99
