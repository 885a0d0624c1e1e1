from pagemill.measure.lab.lessons import LESSONS


def test_names_are_different_and_each_lesson_says_what_it_shows():
    assert len({lesson.name for lesson in LESSONS}) == len(LESSONS)
    assert all(lesson.says for lesson in LESSONS)
