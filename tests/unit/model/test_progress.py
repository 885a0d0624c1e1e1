import pytest

from pagemill.model.progress import Event


def test_an_event_is_a_value_that_cannot_be_changed():
    event = Event(stage="docviews", done=1, total=None)
    assert event.note == ""
    with pytest.raises(AttributeError):
        event.done = 2
