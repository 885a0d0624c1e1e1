from pagemill.serve.safety import tokens


def test_a_name_is_random_and_known_by_its_form():
    assert tokens.new_name() != tokens.new_name()
    assert tokens.is_name(tokens.new_name())
    assert not tokens.is_name("x" * 42)
    assert not tokens.is_name("x" * 42 + ";")
    assert not tokens.is_name("x" * 43 + "\n")


def test_only_the_token_of_that_visitor_is_ours():
    one, two = tokens.new_name(), tokens.new_name()
    given = tokens.token(b"secret", one)
    assert tokens.is_ours(b"secret", one, given)
    assert not tokens.is_ours(b"secret", two, given)
    assert not tokens.is_ours(b"other", one, given)
    assert not tokens.is_ours(b"secret", one, "")
    assert not tokens.is_ours(b"secret", one, "ä")
