# SPDX-License-Identifier: Apache-2.0
"""What workers do: encode one part of a dataset, or read some of its rows.

It is a module of its own because Spark hands it to the workers, with `--py-files` or `addPyFile`.
"""

from __future__ import annotations

import pathlib
import shutil

import husk


def encode_part(source: str, target: str, level: int = 3) -> tuple[str, int, int]:
    """Encodes a file of NDJSON; tells the target, and the bytes of both."""
    plain = pathlib.Path(source).read_bytes()
    encoded = husk.encode(plain, input="ndjson", level=level)
    pathlib.Path(target).write_bytes(encoded)
    return target, len(plain), len(encoded)


def encode_part_as_messages(source: str, target: str, store: str, name: str) -> tuple[str, int, int]:
    """Encodes a file of NDJSON as messages, with the template that a store has under a name."""
    plain = pathlib.Path(source).read_bytes()
    encoded = husk.encode_messages(plain, husk.Store(store).get(name))
    pathlib.Path(target).write_bytes(encoded)
    return target, len(plain), len(encoded)


def concatenate(parts: list[str], target: str) -> None:
    """Puts files one behind the other, which is a file again (SPEC.md, sections 9.7 and 13.10)."""
    with open(target, "wb") as whole:
        for part in parts:
            with open(part, "rb") as stream:
                shutil.copyfileobj(stream, whole)


def shares(count: int, parts: int) -> list[tuple[int, int]]:
    """Divides rows among workers: from the first row of each up to, not including, the last."""
    ends = [count * part // parts for part in range(parts + 1)]
    return [share for share in zip(ends, ends[1:]) if share[0] < share[1]]


def rows_of(path: str, fields: list[str], share: tuple[int, int]):
    """Some fields of some rows, as rows of a table."""
    with husk.open(path, fields, rows=share) as reader:
        for row in reader:
            yield tuple(row.get(field) for field in fields)
