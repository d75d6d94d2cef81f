from os import PathLike
from typing import final

__all__ = ["Texts", "__version__"]
__version__: str

@final
class Texts:
    @staticmethod
    def from_bytes(name: str, data: bytes) -> Texts: ...
    @staticmethod
    def from_path(path: str | PathLike[str]) -> Texts: ...
    def texts(self) -> list[tuple[str, str]]: ...
    def report(self, allowed: str = "") -> tuple[str, list[str]]: ...
