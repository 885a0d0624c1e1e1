import math
from xml.etree import ElementTree as ET

import pytest

from pagemill.errors import UsageError
from pagemill.measure.picture.venn import distance, shared_area, venn


def test_areas_are_to_scale():
    svg = venn(["a & b", "c"], {(True, True): 20.0, (True, False): 30.0, (False, True): 50.0})
    tree = ET.fromstring(svg)
    circles = [
        [float(one.get(name)) for name in ("cx", "cy", "r")]
        for one in tree.iter("{http://www.w3.org/2000/svg}circle")
    ]
    (x1, y1, r1), (x2, y2, r2) = circles
    assert r1**2 / r2**2 == pytest.approx(50 / 70, rel=0.01)
    shared = shared_area(r1, r2, math.hypot(x1 - x2, y1 - y2))
    assert shared / (math.pi * r1**2) == pytest.approx(0.4, rel=0.02)
    assert "a &amp; b" in svg
    assert "20.0 %" in svg


def test_three_engines_and_no_more():
    cells = {(True, True, True): 10.0, (True, False, False): 40.0, (False, True, True): 50.0}
    assert venn(["a", "b", "c"], cells).count("<circle") == 3
    with pytest.raises(UsageError, match="two or three"):
        venn(["a"], {})


def test_circles_apart_and_within():
    assert shared_area(1, 1, 3) == 0
    assert shared_area(1, 2, 0.5) == pytest.approx(math.pi)
    assert distance(1, 1, 0) == pytest.approx(2)
