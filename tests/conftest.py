"""How hard hypothesis searches, and that no test claims a clause that is not registered."""

import gc
import os
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import settings

from tablectl.clauses.registry import family

settings.register_profile("default", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("deep", settings.get_profile("default"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    problems = list(dict.fromkeys(_problems(items)))
    if problems:
        raise pytest.UsageError("\n".join(problems))


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the garbage collector need not look at it again."""
    gc.collect()
    gc.freeze()


def _problems(items: Iterable[pytest.Item]) -> Iterator[str]:
    for item in items:
        for mark in item.iter_markers("clause"):
            match mark.args:
                case (str(citation),) if family(citation):
                    continue
                case (str(citation),):
                    yield f"{item.nodeid}: no clause {citation!r} is registered"
                case _:
                    yield f"{item.nodeid}: a clause mark names one citation, not {mark.args!r}"
