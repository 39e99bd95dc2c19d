"""The kinds of framing that a profile may name, and the framing that follows from one."""

from __future__ import annotations

from typing import Annotated, assert_never

from pydantic import Field

from drivers.framings.counted import Counted, CountedSpec
from drivers.framings.fenced import Fenced, FencedSpec
from drivers.framings.framing import Framing
from drivers.framings.lines import Lines, LinesSpec
from drivers.framings.mixed import Mixed, MixedSpec

AnySpec = LinesSpec | FencedSpec | CountedSpec | MixedSpec
FramingSpec = Annotated[AnySpec, Field(discriminator="kind")]


def framing(spec: AnySpec) -> Framing:
    """A framing of one line, with nothing heard yet."""
    match spec:
        case LinesSpec():
            return Lines(spec)
        case FencedSpec():
            return Fenced(spec)
        case CountedSpec():
            return Counted(spec)
        case MixedSpec():
            return Mixed(spec)
        case _:
            assert_never(spec)
