from __future__ import annotations

from pagemill.model.capture import Damage
from pagemill.model.check import Checked, CheckReport


def test_a_report_is_clean_without_damage():
    damage = [Damage(file="a", offset=0, kind="cut off")]
    sound = Checked(file="a", records=1, digests=0, damage=[])
    unsound = Checked(file="b", records=0, digests=0, damage=damage)
    assert CheckReport(files=[sound]).is_clean
    assert not CheckReport(files=[sound, unsound]).is_clean
    assert CheckReport(files=[sound, unsound]).damage == damage
