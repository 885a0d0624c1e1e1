"""Measurements wired up: engines opened, journals kept, collections read, reports made.

Reading order: ``orders`` (what is asked, and the way to an engine), ``lexicons``, ``sizing``,
``comparing``, ``sharing`` (freshness, copies, languages of any engine), ``own`` (a collection
of one's own, exactly), ``graphs`` (its links), ``changes`` (what is new, changed or gone),
``relocating`` (a moved page found again by its signature).
"""
