# SPDX-License-Identifier: Apache-2.0
"""Files of frames: what stands where, and whether anything is missing (SPEC.md, section 9)."""

from __future__ import annotations

import dataclasses
import io
import re
from collections.abc import Iterator
from zlib import crc32

from .encryption import Keyring, Segments, read_header
from .errors import HuskError
from .limits import Limits
from .reader import Reader, varint

MAGIC = b"\xfdHK"
VERSION = b"\x01"
TEMPLATE, REFERENCE, BLOCK, ENCRYPTION, END, FIELDS, INDEX = 1, 2, 3, 4, 5, 6, 16
_BLOCKS_OF_ENTRY = 16
_PIECE = 1 << 20
_NAME = re.compile(rb"[A-Za-z0-9._/-]{0,128}")


@dataclasses.dataclass
class Frame:
    """A frame: its type, its head, where it starts, and what it says when it is opened."""

    type: int
    head: bytes
    offset: int
    payload: bytes
    is_sealed: bool = False


@dataclasses.dataclass
class BlockFrame:
    """A block frame, taken apart (section 9.4)."""

    rows: int
    decoded: int
    check: int
    content: bytes
    header: bytes
    offset: int
    base: int


@dataclasses.dataclass
class Reference:
    """The template that a file names (section 9.3)."""

    id: bytes
    version: int
    name: str


class Source:
    """Takes bytes from a stream, and knows how many were taken."""

    def __init__(self, stream) -> None:
        self.stream, self.at, self.kept = stream, 0, b""

    def take(self, count: int, missing: str = "truncated") -> bytes:
        """So many bytes; memory is taken for no more than arrive."""
        pieces, left = [], count
        if self.kept:
            pieces.append(self.kept[:count])
            self.kept = self.kept[count:]
            left -= len(pieces[0])
        while left:
            piece = self.stream.read(min(left, _PIECE))
            if not piece:
                raise HuskError(missing, self.at + count - left)
            pieces.append(piece)
            left -= len(piece)
        self.at += count
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def peek(self, count: int) -> bytes:
        """Up to so many of the next bytes."""
        while len(self.kept) < count:
            piece = self.stream.read(count - len(self.kept))
            if not piece:
                break
            self.kept += piece
        return self.kept[:count]


class FileReader:
    """Goes through the frames of one file of a stream, and verifies them."""

    def __init__(self, source: Source, limits: Limits, keys: Keyring | None = None,
                 must_be_sealed: bool = False) -> None:
        self.source, self.limits, self.keys = source, limits, keys
        self.start = source.at
        self.must_be_sealed = must_be_sealed
        self.segments: Segments | None = None
        self.template: bytes | None = None       # the payload of the template frame or reference
        self.template_type = 0
        self.template_base = 0
        self.fields: bytes | None = None
        self.blocks: list[tuple[int, int, int]] = []        # offset, rows, bytes of text
        self.index: tuple[int, bytes] | None = None
        magic = source.peek(4)
        if magic[:3] != MAGIC[: len(magic)] or (not magic and source.at > 0):
            raise HuskError("notHusk", self.start)
        if len(magic) < 4:
            raise HuskError("truncated", self.start + len(magic))
        if magic[3:] != VERSION:
            raise HuskError("unsupportedVersion", self.start + 3)
        source.take(4)
        self.check = crc32(magic)

    def frames(self) -> Iterator[Frame]:
        """The frames up to the end frame that are not skipped; then the trailer is verified."""
        previous = 0
        while True:
            frame = self._frame()
            if self.must_be_sealed and previous == 0 and frame.type != ENCRYPTION:
                raise HuskError("notSealed", frame.offset)
            if self.index is not None and frame.type != END:
                raise HuskError("invalidFrame", frame.offset)
            if self.segments is not None:
                self._open(frame)
            if frame.type == ENCRYPTION:
                if frame.offset != self.start + 4:
                    raise HuskError("invalidFrame", frame.offset)
                self._start_sealing(frame)
            self._take(frame)
            head = frame.head
            if frame.type == BLOCK and not frame.is_sealed:
                head += self.block(frame).header
            if frame.type != END:
                self.check = crc32(head, self.check)
            previous = frame.type or 1
            if frame.type < 16:
                yield frame
            if frame.type == END:
                return

    def _frame(self) -> Frame:
        source, offset = self.source, self.source.at
        tag = source.take(1)
        frame_type, width = tag[0] & 31, tag[0] >> 5
        length = source.take(width)
        if width and length[-1] == 0:
            raise HuskError("invalidFrame", offset)
        if frame_type == 0 or 7 <= frame_type <= 15:
            raise HuskError("unsupportedFrame", offset)
        count = int.from_bytes(length, "little")
        is_skipped = frame_type > INDEX
        if not is_skipped and count > self.limits.frameByteCount:
            raise HuskError("limitExceeded", offset)
        if is_skipped and self.segments is None:
            self._skip(count)
            return Frame(frame_type, tag + length, offset, b"")
        return Frame(frame_type, tag + length, offset, source.take(count))

    def _skip(self, count: int) -> None:
        while count:
            count -= len(self.source.take(min(count, _PIECE)))

    def _start_sealing(self, frame: Frame) -> None:
        header = read_header(frame.payload, self.keys, self.limits, frame.offset)
        head = MAGIC + VERSION + frame.head + frame.payload
        self.segments = Segments(header.key, header.salt, b"husk 1 file", head)

    def _open(self, frame: Frame) -> None:
        assert self.segments is not None
        frame.payload = self.segments.open(frame.payload, frame.head, frame.type == END,
                                           frame.offset)
        frame.is_sealed = True

    def _take(self, frame: Frame) -> None:
        """What a frame means for those behind it."""
        invalid = HuskError("invalidFrame", frame.offset)
        if frame.type in (TEMPLATE, REFERENCE):
            if self.template is not None or self.blocks:
                raise invalid
            if frame.type == REFERENCE:
                read_reference(frame.payload, frame.offset)
            self.template, self.template_type = frame.payload, frame.type
            self.template_base = frame.offset + len(frame.head)
        elif frame.type == FIELDS:
            if self.template is not None or self.blocks or self.fields is not None:
                raise invalid
            self.fields = frame.payload
        elif frame.type == BLOCK:
            block = self.block(frame)
            self.blocks.append((frame.offset - self.start, block.rows, block.decoded))
        elif frame.type == INDEX:
            if not self.blocks:
                raise HuskError("invalidIndex", frame.offset)
            self.index = (frame.offset - self.start, frame.payload)
        elif frame.type == END:
            if frame.payload:
                raise invalid
            self._finish(frame)

    def block(self, frame: Frame) -> BlockFrame:
        """The parts of a block frame."""
        base = frame.offset + len(frame.head)
        reader = Reader(frame.payload, base=base)
        rows, decoded, check = reader.varint(), reader.varint(), reader.word()
        if rows > self.limits.blockRowCount or decoded > self.limits.blockByteCount:
            raise HuskError("limitExceeded", frame.offset)
        if rows > decoded:
            raise HuskError("invalidFrame", frame.offset)
        header = frame.payload[: reader.at]
        return BlockFrame(rows, decoded, check, reader.rest(), header, frame.offset,
                          base + len(header))

    def _finish(self, end: Frame) -> None:
        """Verifies fields, index and trailer."""
        if self.fields is not None and not self.blocks:
            raise HuskError("invalidFrame", end.offset)
        if self.index is not None:
            self._check_index(end)
        trailer = self.check.to_bytes(4, "little")
        if self.index is not None:
            tail = self.source.at - self.start + 4 - self.index[0]
            trailer += varint(tail)[::-1]
        length = self.source.at - self.start + len(trailer)
        trailer += varint(length * 2 + (self.index is not None))[::-1]
        at = self.source.at
        if self.source.take(len(trailer)) != trailer:
            raise HuskError("invalidEnd", at)

    def _check_index(self, end: Frame) -> None:
        assert self.index is not None
        offset, payload = self.index
        if payload != make_index(self.blocks, offset):
            raise HuskError("invalidIndex", self.start + offset)


def make_index(blocks: list[tuple[int, int, int]], index_offset: int) -> bytes:
    """The payload of the index of these blocks."""
    out = [varint(len(blocks)), varint(blocks[0][0])]
    for at in range(0, len(blocks), _BLOCKS_OF_ENTRY):
        group = blocks[at : at + _BLOCKS_OF_ENTRY]
        end = blocks[at + _BLOCKS_OF_ENTRY][0] if at + _BLOCKS_OF_ENTRY < len(blocks) else index_offset
        out.append(varint(end - group[0][0]))
        out.append(varint(sum(rows for _, rows, _ in group)))
        out.append(varint(sum(decoded for _, _, decoded in group)))
    payload = b"".join(out)
    return payload + crc32(payload).to_bytes(4, "little")


def read_reference(payload: bytes, offset: int = 0) -> Reference:
    """The parts of a template reference."""
    reader = Reader(payload, base=offset)
    width = reader.byte()
    if not 8 <= width <= 32:
        raise HuskError("invalidFrame", offset)
    identity, version, name = reader.take(width), reader.varint(), reader.rest()
    if not _NAME.fullmatch(name):
        raise HuskError("invalidFrame", offset)
    return Reference(identity, version, name.decode())


def is_name(name: bytes) -> bool:
    """Whether these bytes can be the name of a template."""
    return _NAME.fullmatch(name) is not None


def files(stream, limits: Limits, keys: Keyring | None = None,
          must_be_sealed: bool = False) -> Iterator[FileReader]:
    """The files that stand one behind the other; go through the frames of each before the next."""
    source = Source(io.BytesIO(stream) if isinstance(stream, (bytes, bytearray)) else stream)
    while True:
        yield FileReader(source, limits, keys, must_be_sealed)
        if not source.peek(1):
            return
