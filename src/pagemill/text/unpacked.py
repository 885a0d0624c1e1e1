# pyright: basic
"""The statistical language model, kept unpacked in the user's cache folder.

py3langid ships it packed to a fifteenth of its size. Unpacking takes longer than starting
everything else together, and every process would hold 70 MB of its own. So the first process
leaves the plain arrays in ``$XDG_CACHE_HOME/pagemill`` (``~/.cache/pagemill``), and all others
map these files: nothing is read but what is looked at, and processes share it. The folder may
be deleted at any time; where it cannot be written, the model is unpacked each time.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

_ARRAYS = ("weights", "priors", "moves", "rows", "features")
_CLASSES = "classes.json"


def identifier(folder: Path | None = None) -> Any:
    """py3langid's identifier, which gives probabilities.

    Args:
        folder: where the unpacked model is kept; the user's cache folder by default.
    """
    from py3langid import langid  # type: ignore[import-untyped]  # noqa: PLC0415

    packed = Path(langid.MODEL_DIR) / langid.MODEL_FILE
    home = folder or _cache()
    kept = home / f"languages-{_stamp(packed)}" if home else None
    model = _mapped(kept) if kept else None
    if model is None:
        found = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True)
        if kept:
            _keep(found, kept)
        return found
    weights, priors, moves, rows, features, classes = model
    return langid.LanguageIdentifier(
        weights, priors, classes, moves, features, norm_probs=True, tk_row=rows
    )


def _cache() -> Path | None:
    """The user's cache folder, made if absent; None where there is none."""
    stated = os.environ.get("XDG_CACHE_HOME", "")
    try:
        home = Path(stated) if os.path.isabs(stated) else Path.home() / ".cache"  # noqa: PTH117
        folder = home / "pagemill"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder


def _stamp(packed: Path) -> str:
    """Name of one installed model: another one has another size or age."""
    found = packed.stat()
    return f"{found.st_size:x}-{found.st_mtime_ns:x}"


def _mapped(kept: Path) -> tuple[Any, ...] | None:
    """The arrays of a kept model and its classes; None where it is not there or damaged."""
    try:
        weights, priors, *walk = (
            np.load(kept / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in _ARRAYS
        )
        classes: list[str] = json.loads((kept / _CLASSES).read_text(encoding="utf-8"))
        moves, rows, features = (memoryview(array) for array in walk)
    except (OSError, EOFError, ValueError, TypeError):
        return None
    if weights.shape[1:] != (len(classes),) or len(rows) != len(features):
        return None
    return np.asarray(weights), np.asarray(priors), moves, rows, features, classes


def _keep(found: Any, kept: Path) -> None:
    """Leave the arrays for the next process, whole or not at all."""
    scratch = kept.with_name(f".{kept.name}.{os.getpid()}.tmp")
    arrays: Sequence[Any] = (
        found.nb_ptc,
        found.nb_pc,
        found.tk_nextmove,
        found.tk_row,
        np.asarray(found.tk_output, np.int32),
    )
    try:
        scratch.mkdir()
        for name, array in zip(_ARRAYS, arrays, strict=True):
            np.save(scratch / f"{name}.npy", np.asarray(array), allow_pickle=False)
        (scratch / _CLASSES).write_text(json.dumps(found.nb_classes), encoding="utf-8")
        _remove_others(kept)
        scratch.rename(kept)
    except OSError:  # no room, or another process was faster
        pass
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _remove_others(kept: Path) -> None:
    """Remove the models of other installed versions, and a damaged one."""
    for other in kept.parent.glob("languages-*"):
        shutil.rmtree(other, ignore_errors=True)
