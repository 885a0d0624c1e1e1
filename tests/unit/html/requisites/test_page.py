from pagemill.html.requisites.page import MOST, of_style, requisites
from pagemill.html.tree import parsed

AT = "http://a.example/dir/page.html"
PAGE = """<link rel="StyleSheet" href="s.css"><link rel="shortcut icon" href="/i.ico">
<link rel=preload as=font href=f.woff2><link rel=preload as=fetch href=no1>
<link rel=modulepreload href=m.js><link rel=canonical href=no2><link rel=next href=no3>
<style>body { background: url(b.png) }</style><script src="//cdn.example/x.js"></script>
<script>url(no4)</script>
<img src=p.png srcset="p2.png 2x, p3.png 3x"><picture><source srcset=p4.webp></picture>
<video poster=v.jpg src=no5><source src=no6></video><input type=IMAGE src=go.png>
<input type=text src=no7><object type=image/svg+xml data=o.svg></object>
<object type=text/html data=no8></object><embed type=image/png src=e.png>
<p style="background: url('st.png')"><td background=no9><table background=t.gif></table>
<a href=no10></a><iframe src=no11></iframe><img src="data:image/png;base64,x"><img src=p.png#x>
<img src="http://[">"""


def names(found):
    return {url.removeprefix("http://a.example/dir/") for url in found}


def test_what_a_page_is_shown_with_is_found():
    found = requisites(parsed(PAGE), AT, PAGE)
    assert names(found) == set(
        "s.css http://a.example/i.ico f.woff2 m.js b.png http://cdn.example/x.js p.png p2.png "
        "p3.png p4.webp v.jpg go.png o.svg e.png st.png t.gif".split()
    )
    assert len(found) == len(set(found))


def test_a_page_has_so_many_at_most():
    page = "".join(f"<img src={number}.png>" for number in range(2 * MOST))
    assert len(requisites(parsed(page), AT, page)) == MOST


def test_a_base_counts_for_its_styles_too():
    page = "<base href=http://b.example/><style>p { background: url(x.png) }</style>"
    assert requisites(parsed(page), AT, page) == ["http://b.example/x.png"]


def test_references_of_a_stylesheet_are_relative_to_it():
    found = of_style("@import 'more.css'; p { b: url(../x.png) }", "http://c.example/s/a.css")
    assert found == ["http://c.example/s/more.css", "http://c.example/x.png"]
