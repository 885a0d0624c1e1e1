from pagemill.cli.inspect.check import show
from pagemill.model.capture import Damage
from pagemill.model.check import Checked, CheckReport


def test_damage_and_sums_are_shown(desk):
    damage = [Damage(file="a.warc.gz", offset=847, kind="cut off")]
    one = Checked(file="a.warc.gz", records=2, digests=1, damage=damage)
    show(CheckReport(files=[one]), desk.console())
    assert desk.out.getvalue().splitlines() == [
        "damage: a.warc.gz at byte 847: cut off",
        "1 files, 2 records, 1 digests held, 1 damaged places",
    ]
