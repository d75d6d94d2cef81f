"""Chips."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from . import _native
from ._errors import text
from ._record import plain


@dataclass(frozen=True)
class _ChipRecord:
    name: str
    arch: str | None
    words: tuple[str, ...]
    is_measured: bool
    source: str
    shared_bytes: int | None
    tensor_columns: int
    elements: tuple[str, ...]
    kinds: tuple[str, ...]
    lbo_modes: tuple[str, ...]


class Chip(_ChipRecord):
    """A chip, by the name that compilers give it, or by its product's: `Chip("sm_100a")`, `Chip("B200")`.

    `arch` is the instruction family (None where it has neither wgmma nor tcgen05), `words` all its names, `is_measured`
    whether its law was measured, `shared_bytes` the shared memory of a block, `tensor_columns` the columns of its tensor
    memory, `elements` and `kinds` what its tensor cores take.

    Raises:
        SwizzleError: there is no such chip.
    """

    def __init__(self, name: str) -> None:
        said: dict[str, Any] = json.loads(_native.chip(text("name", name)))
        super().__init__(**{key: plain(one) for key, one in said.items()})

    def facts(self) -> list[tuple[str, str, str]]:
        """What it has: name, text and source of each fact."""
        return [plain(fact) for fact in _native.chip_facts(self.name)[0]]

    def from_hopper(self) -> list[tuple[str, str, str]]:
        """What becomes of a Hopper tile and its kernel on a chip with neither wgmma nor tcgen05: part, text and source."""
        return [plain(fact) for fact in _native.chip_facts(self.name)[1]]

    @staticmethod
    def all() -> list[Chip]:
        """Every chip."""
        return [Chip(name) for name in _native.chips()]

    def __repr__(self) -> str:
        return f"Chip({self.name!r})"

    def __reduce__(self) -> tuple[type[Chip], tuple[str]]:
        return type(self), (self.name,)

    def _repr_html_(self) -> str:
        from ._html import rows_html

        return rows_html(f"{self.name}", {key: one for key, one in vars(self).items() if key != "name"})
