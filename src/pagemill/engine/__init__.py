"""Running: a stage is a value, and a runner decides where its tasks are carried out.

A stage has one of three shapes (``shape``): each shard for itself, rows with equal keys
together, or the whole table at once. ``execute`` turns a stage into independent tasks
(``task``): each reads part files, calls the stage's pure function, and writes part files that
appear whole or not at all. A runner (``local``) only has to carry out tasks, in any order and
as often as it likes, so the same stages run in this process, over worker processes, or on a
cluster engine. ``watch`` lets a worker say which document it is at, so that one that crashes or
hangs the worker costs that document and no other.

Which part a row belongs to depends on the row and on the number of all rows only, never on the
order of the input or on the number of workers; results are equal to the byte.
"""
