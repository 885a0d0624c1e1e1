from pagemill.view.words.learning import PAGES, added, all_words, counted, learned

TEXTS = [("en", "lamp lamp oil"), ("en", "oil of the sea"), ("zh", "灯塔灯塔"), ("en", "lamp")]


def test_every_word_is_counted_also_what_is_no_keyword():
    assert all_words("The lamp, the oil") == {"the": 2, "lamp": 1, "oil": 1}
    assert all_words("灯塔") == {"灯": 1, "塔": 1, "灯塔": 1}


def test_counts_in_any_batches_add_up_to_the_same():
    whole = added(counted(TEXTS))
    parts = added([*counted(TEXTS[2:]), *counted(TEXTS[:2])])
    assert whole == parts
    assert sorted(whole) == whole


def test_what_was_learned_is_read_again():
    known = learned(added(counted(TEXTS)))
    english = known["en"].frequencies
    assert english.documents == 3
    assert (english.pages["lamp"], english.repeated["lamp"]) == (2, 1)
    assert PAGES not in english.pages
    assert known["zh"].frequencies.pages["灯塔"] == 1


def test_a_state_tells_of_any_change_in_its_own_language():
    before = learned(added(counted(TEXTS)))
    after = learned(added(counted([*TEXTS, ("zh", "灯")])))
    assert before["en"].state == after["en"].state
    assert before["zh"].state != after["zh"].state
