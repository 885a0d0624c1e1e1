from xml.etree import ElementTree as ET

from pagemill.measure.picture.dots import FAR, NEAR, dots

SVG = "{http://www.w3.org/2000/svg}"


def test_what_is_right_stands_on_the_line_and_doubles_lie_as_far_as_halves():
    rows = [("right", 50.0, 50.0), ("half <b>", 1.0, 2.0), ("double", 4.0, 2.0)]
    tree = ET.fromstring(dots("sizes & shares", rows))
    places = [float(one.get("cx")) for one in tree.iter(f"{SVG}circle")]
    right, half, double = places
    assert round(right - half, 1) == round(double - right, 1) > 0
    colours = [one.get("fill") for one in tree.iter(f"{SVG}circle")]
    assert colours == [NEAR, FAR, FAR]
    assert tree.get("aria-label") == "sizes & shares"


def test_refusals_are_named_and_nothing_leaves_the_picture():
    rows = [("pool", None, 2000.0), ("none", 1.0, 0.0), ("wild", 1e9, 1.0), ("nil", 0.0, 1.0)]
    svg = dots("size", rows)
    assert "refused" in svg
    assert "nothing to compare with" in svg
    places = [float(one.get("cx")) for one in ET.fromstring(svg).iter(f"{SVG}circle")]
    assert all(0 <= place <= 760 for place in places)
