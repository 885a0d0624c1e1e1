import pickle

import pytest

from pagemill.dedup.duplicates import find_duplicates
from pagemill.errors import UsageError
from pagemill.model.cluster import Cluster, DuplicatePair

STORY = " ".join(f"word{number}" for number in range(60))


def pairs(found):
    return [(pair.left, pair.right) for pair in found.pairs]


def test_a_pair_says_how_alike_both_are():
    found = find_duplicates([("b", STORY), ("a", STORY + " So they say.")])
    assert list(found.pairs) == [DuplicatePair(left="a", right="b", similarity=57 / 60)]
    assert len(found.pairs) == 1


def test_the_longest_text_is_kept_then_the_smallest_id():
    found = find_duplicates([("a", STORY), ("b", STORY + " end"), ("c", STORY + " END")])
    assert found.clusters == (Cluster(id="b", representative="b", members=("a", "b", "c")),)
    assert found.kept_for == {"a": "b", "c": "b"}


def test_every_pair_of_copies_is_reported_with_similarity_1():
    found = find_duplicates([("a", STORY), ("b", STORY + "\n"), ("c", f" {STORY}")])
    assert pairs(found) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert {pair.similarity for pair in found.pairs} == {1.0}


def test_short_texts_are_copies_only_if_they_are_equal():
    docs = [("a", "Sold out"), ("b", "Sold  out"), ("c", "Sold up"), ("d", "sold out!")]
    assert pairs(find_duplicates(docs)) == [("a", "b")]


def test_texts_without_words_are_reported_and_joined_with_nothing():
    docs = [("a", ""), ("b", " \n"), ("c", "--- ***"), ("d", "--- ***"), ("e", STORY)]
    found = find_duplicates(docs)
    assert found.empty == ("a", "b")
    assert found.wordless == ("c", "d")
    assert pairs(found) == []
    assert found.clusters == ()


def test_no_documents_have_no_duplicates():
    found = find_duplicates([])
    assert (pairs(found), found.clusters, found.empty) == ([], (), ())


def test_each_document_is_in_one_cluster_at_most_and_each_removed_one_resembles_its_keeper():
    words = STORY.split()
    docs = [(f"d{shift:02}", " ".join(words[shift : shift + 30])) for shift in range(0, 31, 2)]
    found = find_duplicates(docs)
    members = [member for cluster in found.clusters for member in cluster.members]
    assert len(members) == len(set(members))
    known = set(pairs(found))
    assert found.kept_for
    for removed, kept in found.kept_for.items():
        assert tuple(sorted((removed, kept))) in known
        assert kept not in found.kept_for


def test_each_removed_document_is_told_with_what_it_is_removed_for():
    docs = [("a", STORY + " end"), ("b", STORY), ("c", STORY + "\n"), ("d", "Sold out")]
    found = find_duplicates([*docs, ("e", "Sold out")])
    told = {each.id: (each.kept, each.similarity, each.method) for each in found.removed()}
    assert told == {
        "b": ("a", 57 / 58, "shingles"),
        "c": ("a", 57 / 58, "shingles"),
        "e": ("d", 1.0, "checksum"),
    }
    only = {
        each.id: (each.kept, each.similarity, each.method) for each in found.of("b").removed()
    }
    assert only == {name: told[name] for name in "bc"}
    words = find_duplicates(docs, method="words")
    assert {each.method for each in words.removed()} == {"words"}


def test_a_document_at_the_end_of_a_chain_has_no_resemblance_to_the_kept_one():
    words = [f"word{number:03}" for number in range(120)]
    docs = [(f"{n}", " ".join(words[10 * n : 10 * n + 100])) for n in range(3)]
    found = find_duplicates(docs, 0.7, link="single")
    assert [(each.id, each.kept) for each in found.removed()] == [("1", "0"), ("2", "0")]
    assert [each.similarity is None for each in found.removed()] == [False, True]


def test_columns_tell_the_same_as_pairs():
    found = find_duplicates([("a", STORY), ("b", STORY + " end"), ("c", STORY)])
    left, right = found.pairs.left_ids(), found.pairs.right_ids()
    assert list(zip(left, right, strict=True)) == pairs(found)
    assert found.pairs.similarity.tolist() == [pair.similarity for pair in found.pairs]


def test_thousands_of_near_copies_are_one_cluster():
    docs = [(f"{number:05}", f"{STORY} {number}") for number in range(4000)]
    found = find_duplicates(docs)
    assert found.cut_runs > 0
    assert len(found.clusters) == 1
    assert len(found.clusters[0].members) == 4000


@pytest.mark.parametrize("threshold", [0, 1.5, -1])
def test_an_impossible_threshold_is_refused(threshold):
    with pytest.raises(UsageError, match="threshold"):
        find_duplicates([("a", "b")], threshold=threshold)


def test_what_was_found_crosses_process_borders():
    found = find_duplicates([("a", STORY), ("b", STORY)])
    again = pickle.loads(pickle.dumps(found))  # noqa: S301
    assert pairs(again) == pairs(found)


FERRY = {
    "Chinese": (
        "夜间渡轮每晚十点从老码头出发，约四十分钟后抵达对岸的灯塔镇。冬季大雾时停航，乘客"
        "须提前一天致电港务处询问。自行车免费，小型车辆另收十五元。"
    ),
    "Japanese": (
        "夜行フェリーは毎晩十時に旧桟橋を出発し、およそ四十分で対岸の灯台町に着きます。冬"
        "の濃霧のときは運休しますので、前日までに港湾事務所へお電話ください。自転車は無料"
        "です。"
    ),
    "Thai": (
        "เรือข้ามฟากกลางคืนออกจากท่าเรือเก่าทุกคืนเวลาสี่ทุ่มและถึงเมืองประภาคารในสี่สิบน"
        "าทีในฤดูหนาวเมื่อมีหมอกหนาเรือจะหยุดวิ่งโปรดโทรสอบถามล่วงหน้าหนึ่งวัน"
    ),
    "Korean": (
        "야간 여객선은 매일 밤 열 시에 옛 부두에서 출발하여 약 사십 분 뒤에 건너편 등대 "
        "마을에 도착한다 겨울에 안개가 짙으면 운항하지 않으므로 승객은 하루 전에 항만 사"
        "무소에 전화로 물어보아야 한다 자전거는 무료이다"
    ),
    "mixed": (
        "Night ferry 夜间渡轮 NF-7 每晚十点从老码头出发 departs nightly at ten from the o"
        "ld pier 约四十分钟后抵达对岸的灯塔镇 and reaches Lighthouse Town およそ四十分で"
        "着きます bicycles travel free 自行车免费"
    ),
}
CUT = {"Chinese": 5, "Japanese": 5, "Thai": 8, "Korean": 8, "mixed": 6}


@pytest.mark.parametrize("script", FERRY)
def test_near_copies_are_found_in_every_script_and_in_several_at_once(script):
    text = FERRY[script]
    half = len(text) // 2
    docs = [
        ("a", text),
        ("b", text[: -CUT[script]]),
        ("c", text[half:] + text[:half]),
        ("d", "".join(reversed(text))),
        ("e", f" {text.upper()}\n"),
    ]
    found = find_duplicates(docs)
    pairs = {(pair.left, pair.right): pair.similarity for pair in found.pairs}
    assert pairs["a", "e"] == 1.0
    assert 0.8 <= pairs["a", "b"] < 1.0
    assert not any("d" in pair for pair in pairs)


def test_a_changed_character_changes_four_shingles_where_words_have_no_spaces():
    text = FERRY["Chinese"]
    words = "".join(character for character in text if character.isalnum())
    assert len({words[n : n + 4] for n in range(len(words) - 3)}) == len(words) - 3
    changed = text.replace("灯", "路")
    (pair,) = find_duplicates([("a", text), ("b", changed)], 0.5).pairs
    shared = len(words) - 3 - 4
    assert pair.similarity == pytest.approx(shared / (shared + 8))
