"""Errors a caller can act on. Each says what is wrong and where."""


class TablectlError(Exception):
    """The root of every error that tablectl raises on purpose.

    `code` is stable and made for programs; the text is made for people.
    """

    code = "error"


class WordError(TablectlError):
    """Data that does not stand for any word."""

    code = "bad_word"

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem
