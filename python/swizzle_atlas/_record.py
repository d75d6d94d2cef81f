"""What records have in common: they show themselves, they are values, and what was judged raises its errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ._errors import LintError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._report import Finding

V = TypeVar("V")


class Record:
    """A dataclass that a notebook shows as tables: its fields, and each list of records in it."""

    def _repr_html_(self) -> str:
        from ._html import record_html

        return record_html(self)


class Fixed:
    """What does not change after it is made."""

    if not TYPE_CHECKING:  # Checkers would take every name for an attribute that can be set.

        def __setattr__(self, name: str, value: object) -> None:
            if not name.startswith("_"):
                made = f"replace({name}=…) makes another one" if hasattr(self, "replace") else "make another one"
                raise AttributeError(f"{name} of a {type(self).__name__} cannot be set: {made}")
            super().__setattr__(name, value)


class Names(Mapping[str, V]):
    """A mapping that does not change, and so has a hash; its values are attributes too: `mma.operands.A`."""

    def __init__(self, items: Mapping[str, V]) -> None:
        self._items = dict(items)

    def __getitem__(self, name: str) -> V:
        return self._items[name]

    def __getattr__(self, name: str) -> V:
        if name.startswith("_") or name not in self._items:
            raise AttributeError(f"{name!r} is not one of {', '.join(vars(self).get('_items', ()))}")
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._items]

    def __repr__(self) -> str:
        return repr(self._items)


class Judged:
    """What has findings: those that count, and an exception for them."""

    if TYPE_CHECKING:

        @property
        def findings(self) -> Sequence[Finding]:
            """What was found."""

    @property
    def errors(self) -> list[Finding]:
        """The findings that are errors and are not allowed."""
        return self._counted("error")

    @property
    def warnings(self) -> list[Finding]:
        """The findings that are warnings and are not allowed."""
        return self._counted("warning")

    def _counted(self, severity: str) -> list[Finding]:
        return [one for one in self.findings if one.severity == severity and one.allowed is None]

    def _is_wrong(self) -> bool:
        return bool(self.errors)

    def raise_for_errors(self, *, warnings: bool = False, incomplete: bool = False) -> None:
        """Raise `LintError` for an error that is not allowed, or for less.

        Args:
            warnings: a warning raises too.
            incomplete: all that is not known to be right raises.

        Raises:
            LintError: its message is the first error, and what `str` gives.
        """
        if self._is_wrong() or (warnings and self.warnings) or (incomplete and not self):
            raise LintError(self)


def plain(value: Any) -> Any:
    """A list of JSON as a tuple, a mapping as names, and so what is in them."""
    if isinstance(value, list):
        return tuple(map(plain, value))
    if isinstance(value, dict):
        return Names({name: plain(one) for name, one in value.items()})
    return value
