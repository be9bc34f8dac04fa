# SPDX-License-Identifier: Apache-2.0
"""Rows as tables of other packages."""

from __future__ import annotations

from .errors import HuskError


def _missing(module: str) -> HuskError:
    return HuskError("missingModule", None,
                     f"this needs the package {module}: python3 -m pip install {module}")


def _objects(rows: list) -> list[dict]:
    """Rows with names; what is no object stands under ``value``."""
    return [row if isinstance(row, dict) else {"value": row} for row in rows]


def arrow_table(rows: list):
    """A table of pyarrow."""
    try:
        import pyarrow
    except ImportError:
        raise _missing("pyarrow") from None
    objects = _objects(rows)
    # pyarrow takes the columns from the first row alone.
    names = list(dict.fromkeys(name for row in objects for name in row))
    columns = {name: [row.get(name) for row in objects] for name in names}
    return pyarrow.table(columns)


def data_frame(rows: list):
    """A data frame of pandas."""
    try:
        import pandas
    except ImportError:
        raise _missing("pandas") from None
    return pandas.DataFrame.from_records(_objects(rows)) if rows else pandas.DataFrame()
