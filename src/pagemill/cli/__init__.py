"""The command line: one module for each verb, and no logic of its own.

A verb reads its arguments, calls one method of :class:`pagemill.api.Collection` or one public
function, and shows the report that comes back. Whatever it decides beyond that belongs into
another package.

Three streams are kept apart. What was asked for goes to standard output, as text or with
``--json`` as one JSON document whose keys are the fields of the report. Progress and remarks go
to standard error. Errors go there too, as one line that says what is wrong, where, and what to
do about it.

A verb answers whether its result is clean; only ``main`` knows exit codes and only ``main``
catches exceptions:

    0   done
    1   done, but documents were rejected or an input was damaged
    2   wrong usage or configuration: nothing was changed
    3   not done: the surroundings failed, and nothing stored is lost

Reading order: ``main`` (verbs, errors, exit codes), ``arguments`` (what several verbs take),
``console`` (what they print), ``progress`` (the line that moves), ``streams``
(what may be wrong with where they print), then the verbs in the order
of the work: ``init``, ``import_``, ``build``, ``view``, ``duplicates``, ``search``, ``status``,
``explain``, ``inspect.history``, ``export``, ``inspect.check``, ``forget``.
"""
