from pagemill.measuring.orders import Order
from pagemill.measuring.relocating import relocate


def test_a_page_is_found_by_the_words_that_mark_it(built):
    text = built.docview("http://b.example/2").text
    found = relocate(text, built.root, Order())
    assert found.same == ("http://b.example/2",)
    assert len(found.signature) == 5


def test_a_new_version_that_lost_words_is_still_found(built):
    text = built.docview("http://b.example/2").text
    found = relocate(f"{'zebra ' * 9}{text}", built.root, Order())
    assert "zebra" in found.signature
    assert relocate("", built.root, Order()).candidates == ()
