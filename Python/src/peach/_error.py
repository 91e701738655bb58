"""The error of the library."""

from __future__ import annotations


class Error(Exception):
    """An error of the library: a message, and the code of peach.h.

    >>> import peach
    >>> try:
    ...     peach.note(-1, sound="sine")
    ... except peach.Error as error:
    ...     print(error, error.code)
    -1.0 Hz is not playable. A frequency must be positive and finite. -2
    """

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code
