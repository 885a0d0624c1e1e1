import pytest

from pagemill.html.tree import parsed
from pagemill.view.byline import author, published_at
from pagemill.view.metadata import metadata


def _published(html, url="", title=""):
    tree = parsed(html)
    return published_at(tree, metadata(tree), url, title)


def _author(html):
    tree = parsed(html)
    return author(tree, metadata(tree))


META_DATE = '<meta property="article:published_time" content="{}">'


@pytest.mark.parametrize(
    ("html", "day"),
    [
        (META_DATE.format("2024-05-07") + "<time>2001-01-01</time>", "2024-05-07"),
        (META_DATE.format("2024-02-30"), ""),
        ("<h1>Lamp</h1><time datetime=2024-05-07>May</time>", "2024-05-07"),
        ("<h1>Lamp</h1><p class=post-date>7 May 2024</p>", "2024-05-07"),
        ("<h1>Lamp</h1><p>发布时间：2024年5月7日</p>", "2024-05-07"),
        ("<h1>Lamp</h1><p class=date>Updated 7 May 2024</p><i>2001-01-01</i>", "2001-01-01"),
        ("<h1>Lamp</h1><p>© 2001-01-01 Courier</p>", ""),
        ("<p>7 May 2024</p><p>9 May 2024</p><h6>x</h6>", "2024-05-07"),
        ("<p>no date</p>", ""),
    ],
)
def test_declared_before_shown_and_nothing_rather_than_a_wrong_day(html, day):
    assert _published(html) == day


@pytest.mark.parametrize(
    "html",
    [
        "<p>Last updated: 7 May 2024</p>",
        "<p>Last modified <b>7 May 2024</b></p>",
        '<meta property="article:modified_time" content="2024-05-07">',
        "<p itemprop=dateModified>2024-05-07</p>",
    ],
)
def test_the_last_change_counts_where_nothing_else_is_told(html):
    assert _published(html) == "2024-05-07"
    assert _published(html + META_DATE.format("2024-01-02")) == "2024-01-02"


def test_pages_that_were_changed_on_several_days_are_of_no_day():
    assert _published("<p>Updated 7 May 2024</p><p>Updated 9 May 2024</p>") == ""


@pytest.mark.parametrize(
    ("days", "found"),
    [
        (("7 May 2024, 10:01", "8 May 2024, 09:00"), "2024-05-07"),
        (("8 May 2024, 10:01", "7 May 2024, 09:00"), "2024-05-08"),
        (("8 May 2024, 10:01", "7 May 2024, 09:00", "9 May 2024, 09:00"), ""),
    ],
)
def test_a_thread_is_of_the_day_of_its_first_post_and_a_list_of_its_newest(days, found):
    posts = "".join("<p>x</p>" * 400 + f"<p>{day}</p>" for day in days)
    assert _published(posts) == found


def test_the_day_on_which_a_member_joined_is_not_the_page_s():
    posts = "<p>x</p>" * 400 + "<dd>Joined: <b>1 Jan 2001, 1:00</b></dd><p>7 May 2024, 1:00</p>"
    assert _published(posts) == "2024-05-07"


def test_a_date_beside_the_note_of_a_change_is_still_a_date():
    html = "<h1>Lamp</h1><p class=post_date>7 May 2024 <i>(edited 2024-06-01)</i></p>"
    assert _published(html) == "2024-05-07"


def test_the_address_tells_where_the_page_does_not():
    assert _published("<h1>Lamp</h1>", "http://a.example/2024/05/07/lamp") == "2024-05-07"


def test_the_local_day_in_the_address_outvotes_the_day_in_utc():
    declared = META_DATE.format("2024-05-08T01:30:00Z")
    assert _published(declared, "http://a.example/2024/05/07/lamp") == "2024-05-07"
    assert (
        _published(declared, "http://a.example/2020/05/07/lamp") == "2024-05-08T01:30:00+00:00"
    )


def test_the_date_next_to_the_title_counts_where_several_stand():
    html = "<div>2001-01-01</div>" + "<p>x</p>" * 200 + "<h2>Lamp lit</h2><div>2024-05-07</div>"
    assert _published(html, title="Lamp lit") == "2024-05-07"


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ('<meta name=author content="By I. Vell">', "I. Vell"),
        ('<meta name=author content="http://a.example/vell">', ""),
        ('<meta name=author content="admin"><p class=byline>By I. Vell</p>', "I. Vell"),
        ('<a rel="author" href=x>I. Vell</a>', "I. Vell"),
        ("<p class=author-bio>I. Vell writes about lamps</p>", ""),
        ("<p class=author>Iris VellMarch 3, 2024</p>", "Iris Vell"),
        (
            "<p class=author>By <b>Iris Vell</b><span>Published on 3 March 2024</span>",
            "Iris Vell",
        ),
        ("<p class=byline>Iris Vell - Mar 3, 2024</p>", "Iris Vell"),
        (
            "<p class=byline><a>Iris Vell</a> and <a>Otto Carrow</a></p>",
            "Iris Vell, Otto Carrow",
        ),
        ("<div class=author><b>Iris Vell</b><i>Senior Writer</i></div>", "Iris Vell"),
        ("<h1>Lamps</h1><p>By Iris Vell</p>", "Iris Vell"),
        ("<h1>Lamps</h1><span>By</span> <span>Iris Vell</span>", "Iris Vell"),
        ("<h1>灯塔</h1><p>作者：王小明 2024-03-01</p>", "王小明"),
        ("<h1>Lamps</h1><p>By the sea stands a lamp</p>", ""),
        ("<h1>Lamps</h1><p>by hand or by machine</p>", ""),
        ("<p>作者：I. Vell</p>", ""),
        ("", ""),
    ],
)
def test_authors(html, name):
    assert _author(html) == name


def test_a_person_goes_before_the_site():
    said = "<meta property=og:site_name content='The Courier'>"
    said += "<meta name=author content='The Courier'>"
    assert _author(f"{said}<p class=byline>By Iris Vell</p>") == "Iris Vell"
    assert _author(said) == "The Courier"


def test_of_a_discussion_the_first_who_wrote_is_named():
    thread = "<div itemscope itemtype=https://schema.org/DiscussionForumPosting>"
    posts = "<p itemprop=author>vell</p></div><div><p itemprop=author>carrow</p></div>"
    assert _author(thread + posts) == "vell"


def test_several_authors_are_listed_once_each():
    html = (
        '<script type="application/ld+json">{"@type":"Article","headline":"x","author":'
        '[{"name":"I. Vell"},{"name":"O. Carrow"},{"name":"I. Vell"}]}</script>'
    )
    assert _author(html) == "I. Vell, O. Carrow"
