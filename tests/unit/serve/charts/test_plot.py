from xml.etree import ElementTree as ET

from pagemill.serve.charts.plot import HEIGHT, WIDTH, Plot, number


def drawn(plot):
    return ET.fromstring(str(plot.svg("share →")))


def test_a_chart_is_whole_and_says_what_it_shows():
    plot = Plot("Sizes <b>", "largest & smallest", 10, 4, "x", "y")
    plot.line([(0, 0), (10, 4)], "curve")
    plot.bar(2, 4, 3, "three")
    plot.stretch(1, 2, "here")
    plot.upright(8, "there")
    svg = drawn(plot)
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == "Sizes <b>. largest & smallest"
    assert {child.tag for child in svg} == {"line", "text", "polyline", "rect"}
    assert "share →" in [child.text for child in svg]


def test_what_is_drawn_lies_inside_and_grows_to_the_right_and_up():
    plot = Plot("", "", 10, 4, "", "")
    plot.line([(0, 0), (10, 4)], "curve")
    points = drawn(plot).find("polyline").get("points").split()
    (left, bottom), (right, top) = (map(float, one.split(",")) for one in points)
    assert 0 < left < right < WIDTH
    assert 0 < top < bottom < HEIGHT


def test_nothing_at_all_can_be_drawn():
    plot = Plot("", "", 0, 0, "", "")
    plot.line([(0, 0)], "curve")
    assert drawn(plot).find("polyline") is not None


def test_numbers_are_short():
    assert [number(value) for value in (0, 0.25, 1, 7.6, 1234, 56_789)] == [
        "0", "0.2", "1", "8", "1,234", "57k",
    ]  # fmt: skip
