"""Values that show themselves in a notebook by their fields."""

from __future__ import annotations


class Record:
    """A dataclass that a notebook shows as tables: its fields, and each list of records in it."""

    def _repr_html_(self) -> str:
        from ._html import record_html

        return record_html(self)
