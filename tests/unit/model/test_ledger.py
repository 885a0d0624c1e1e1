from pagemill.model.ledger import LedgerLine


def test_a_line_of_the_ledger_says_what_became_of_a_text_node():
    line = LedgerLine(
        node=7,
        text="Tides",
        kept=True,
        block=2,
        block_type="topic",
        score=0.9,
        reason="chance 0.900, at least 0.410",
    )
    assert (line.kept, line.marks) == (True, ())
