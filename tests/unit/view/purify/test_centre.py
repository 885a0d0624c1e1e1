from pagemill.html.tree import parsed
from pagemill.view.purify.blocks import Blocks, cut
from pagemill.view.purify.centre import central, centre, pictures

PAGE = (
    "<div><img src=logo.png><a href=/>Home</a></div><h1>Lamps</h1>"
    "<main><p><img src=1.jpg><br>Amber</p><p><img src=2.jpg><br>Bronze</p>"
    "<p><img src=3.jpg width=16 height=16><br>Copper</p></main>"
    "<p>All of them were lit in the night.</p><div>Imprint<img src=4.jpg></div>"
)


def numbers(blocks: Blocks, *texts: str) -> list[int]:
    return [blocks.text.index(text) for text in texts]


def test_pictures_stand_between_kept_blocks_and_do_not_declare_to_be_tiny():
    tree = parsed(PAGE)
    blocks = cut(tree)
    kept = numbers(blocks, "Lamps", "Amber", "Bronze", "All of them were lit in the night.")
    found = [tree.attribute(node, "src") for node in pictures(tree, blocks, kept)]
    assert found == ["1.jpg", "2.jpg"]


def test_pictures_of_a_gallery_with_a_heading_only_follow_it():
    tree = parsed("<p>Menu</p><h1>Lamps</h1><img src=1.jpg><img src=2.jpg><p>Imprint</p>")
    blocks = cut(tree)
    found = pictures(tree, blocks, numbers(blocks, "Lamps"))
    assert [tree.attribute(node, "src") for node in found] == ["1.jpg", "2.jpg"]


def test_the_centre_is_the_innermost_element_with_nearly_all_images():
    tree = parsed(PAGE)
    assert tree.tags[centre(tree, tree.nodes("img")[1:4])] == "main"
    assert tree.tags[centre(tree, tree.nodes("img")[1:2])] == "p"


def test_edges_are_dropped_but_no_heading_and_no_sentence():
    tree = parsed(PAGE)
    blocks = cut(tree)
    kept = central(tree, blocks, list(range(len(blocks))), tree.nodes("img")[1:4])
    assert [blocks.text[number] for number in kept] == [
        *("Lamps", "Amber", "Bronze", "Copper", "All of them were lit in the night.")
    ]
