from __future__ import annotations

import pytest

from pagemill.testing.answers import Answers
from pagemill.testing.renown import TRICKS, Renown, pagerank, renowned
from pagemill.testing.text import vocabulary


def test_the_same_seed_grows_the_same_web_and_another_another() -> None:
    assert renowned(4).truth(80) == renowned(4).truth(80) != renowned(5).truth(80)


def test_few_pages_have_much_of_the_renown_and_all_of_it_is_one() -> None:
    rank = pagerank(renowned(4))
    best = sorted(rank.values(), reverse=True)
    assert sum(best) == pytest.approx(1.0)
    assert sum(best[: len(best) // 10]) > 0.4


def test_pages_say_the_words_of_their_topic_and_mostly_link_within_it() -> None:
    web = renowned(4)
    topics = {(host.name, page.path): page.topic
              for host in web.hosts.values() for page in host.pages.values()}  # fmt: skip
    pairs = [(page.topic, topics[target]) for host in web.hosts.values()
             for page in host.pages.values() for target in page.links
             if target[0] != host.name]  # fmt: skip
    assert sum(one == other for one, other in pairs) / len(pairs) > 0.7
    body = Answers(web).of("r1.web.test", "/", {}).body.decode()
    said = {word.strip(".,").lower() for word in body.replace("<", " ").split()}
    known = set(vocabulary(topics["r1.web.test", "/"]))
    assert len(known & said) >= 5


def test_a_farm_has_every_trick_and_links_to_itself() -> None:
    web = renowned(4, Renown(farm=3))
    spam = [page for host in web.hosts.values() for page in host.pages.values() if page.spam]
    assert {page.spam for page in spam} == set(TRICKS)
    assert all(target[0].startswith("farm") for page in spam for target in page.links)
    honest = [page for host in web.hosts.values() for page in host.pages.values()]
    honest = [page for page in honest if not page.spam]
    assert any(target[0].startswith("farm") for page in honest for target in page.links)
