# SPDX-License-Identifier: Apache-2.0
"""Reads the conformance vectors, whose format Corpus/vectors/README.md describes."""

from __future__ import annotations

import dataclasses
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "Corpus" / "vectors"
_SECTION = re.compile(rb"^-- ([a-z-]+)( hex| escaped)? --$")
_ESCAPE = re.compile(rb"\\(?:([nrt\\])|x([0-9A-F]{2}))")
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"\\": b"\\"}


@dataclasses.dataclass
class Vector:
    """One case: what is expected, and the sections of the file."""

    name: str
    header: dict[str, str]
    sections: dict[str, bytes]

    @property
    def expect(self) -> str:
        return self.header["expect"]

    @property
    def words(self) -> list[str]:
        return self.header.get("options", "").split()

    def option(self, name: str) -> str | None:
        for word in self.words:
            if word.startswith(name + "="):
                return word[len(name) + 1 :]
        return None


def _content(kind: bytes | None, lines: list[bytes]) -> bytes:
    if kind == b" hex":
        return bytes.fromhex(" ".join(line.split(b"#")[0].decode() for line in lines))
    text = (b"" if kind else b"\n").join(lines)
    if kind != b" escaped":
        return text
    return _ESCAPE.sub(lambda m: _ESCAPES[m[1]] if m[1] else bytes.fromhex(m[2].decode()), text)


def read(path: pathlib.Path) -> Vector:
    data = path.read_bytes()
    header, _, body = data.partition(b"\n\n")
    fields = dict(line.split(": ", 1) for line in header.decode().splitlines() if ": " in line)
    sections: dict[str, bytes] = {}
    name, kind, lines = None, None, []
    rest = body.split(b"\n")
    if rest[-1] == b"":
        rest.pop()
    for line in rest:
        found = _SECTION.match(line)
        if found:
            if name:
                sections[name] = _content(kind, lines)
            name, kind, lines = found[1].decode(), found[2], []
        else:
            lines.append(line)
    if name:
        sections[name] = _content(kind, lines)
    return Vector(f"{path.parent.name}/{path.stem}", fields, sections)


def all_of(folder: str) -> list[Vector]:
    return [read(path) for path in sorted((FOLDER / folder).glob("*.txt"))]
