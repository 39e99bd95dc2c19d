"""Pages to be printed: self-contained HTML, no script, nothing from elsewhere, all text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from tablectl.texts import printable


def document(title: str, style: str, body: Iterable[str]) -> str:
    """The whole page. The body is made of the parts below, which escape what they are given."""
    lines = "\n".join(body)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{shown(title)}</title>\n<style>{style}</style>\n</head>\n"
        f"<body>\n{lines}\n</body>\n</html>\n"
    )


def shown(text: str) -> str:
    """A text as it may stand on a page: escaped, and control characters to be seen as such."""
    return escape(printable(text))


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], last: str = "clause"
) -> Iterator[str]:
    """A table, with heads if there are any; the cells of the last column are of this class."""
    opening = f'<td class="{last}">' if last else "<td>"
    yield "<table>"
    if heads:
        yield "<tr>" + "".join(f"<th>{shown(head)}</th>" for head in heads) + "</tr>"
    for row in rows:
        cells = [f"<td>{shown(cell)}</td>" for cell in row[:-1]]
        yield "<tr>" + "".join(cells) + f"{opening}{shown(row[-1])}</td></tr>"
    yield "</table>"
