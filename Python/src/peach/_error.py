"""The errors of the package."""

from __future__ import annotations

import errno
import os

HANDLE, ARGUMENT, STRUCT_SIZE, FILE = -1, -2, -3, -4
FORMAT, NOT_FOUND, UNSUPPORTED, BUSY, LIMIT = -5, -6, -7, -8, -9


class Error(Exception):
    """Any error of the package: a message, and the code of peach.h. Subclasses are also the errors
    that Python has for the same fault.

    >>> import peach
    >>> try:
    ...     peach.note(-1, sound="sine")
    ... except ValueError as error:
    ...     print(error, error.code, isinstance(error, peach.Error))
    -1.0 Hz is not playable. -2 True
    """

    # With a default, so that errors can be pickled: processes pass them on.
    def __init__(self, message: str, code: int = ARGUMENT) -> None:
        super().__init__(message)
        self.code = code


class InvalidValueError(Error, ValueError):
    """A value out of range, a name that is unknown, a file with invalid contents, a closed object,
    or a call at the wrong time."""


class InvalidTypeError(Error, TypeError):
    """A value of the wrong type."""


class FileError(Error, OSError):
    """A file that cannot be read or written."""

    def __str__(self) -> str:
        return str(self.args[0])


class MissingFileError(FileError, FileNotFoundError):
    """A file that does not exist."""


_TYPES: dict[int, type[Error]] = {
    HANDLE: InvalidValueError,
    ARGUMENT: InvalidValueError,
    FILE: FileError,
    FORMAT: InvalidValueError,
    NOT_FOUND: InvalidValueError,
    LIMIT: InvalidValueError,
}


def error(message: str, code: int, path: str | bytes | None = None) -> Error:
    """Returns the error for a result. `path` is the file that was to be read, if any."""
    if code == FILE and path is not None and not os.path.exists(path):
        missing = MissingFileError(message, code)
        missing.errno, missing.filename = errno.ENOENT, os.fsdecode(path)
        return missing
    return _TYPES.get(code, Error)(message, code)
