# SPDX-License-Identifier: Apache-2.0
"""Tests of blocks with copies (SPEC.md, section 8.8), which are written here by hand."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import random
import sys
import unittest
from zlib import crc32

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import check_vectors
import husk
import vectors
from husk.container import BLOCK, END, MAGIC, REFERENCE, TEMPLATE, VERSION, files
from husk.decoder import decode
from husk.errors import HuskError
from husk.files import Options
from husk.limits import DEFAULT
from husk.reader import Reader, varint

STORED, COLUMNS, MODELLED, COPIES = range(4)
ELEMENTS, CONTINUES, CLOSES, OWN_TEMPLATE = 4, 8, 16, 32
LARGE = 2048
ANY_ROW = bytes(3)
"""The payload of the template that takes any row."""
SEED = crc32(ANY_ROW[1:])
"""The seed of the checks of its blocks."""


def word(value: int) -> bytes:
    return value.to_bytes(4, "little")


def sections(descriptors: bytes, numbers: bytes = b"", text: bytes = b"", large=(),
             seed: int = 0) -> bytes:
    """Sections that are not compressed (section 8.2)."""
    bodies = descriptors, numbers, text
    out = varint(len(large)) + b"".join(b"\0" + varint(len(body)) for body in bodies)
    out += b"".join(b"\0" + varint(len(body)) + word(crc32(body)) for body in large)
    out += b"".join(bodies)
    return out + word(crc32(out, seed)) + b"".join(large)


def zigzag(value: int) -> bytes:
    return varint(value << 1 ^ value >> 63)


def copies(*triples, count=None) -> bytes:
    """The sections of copies: new pieces, more than one, and how far back."""
    descriptors, numbers, large = [varint(len(triples) if count is None else count)], [], []
    for column in zip(*triples):
        if len(set(column)) == 1:
            descriptors.append(b"\0" + zigzag(column[0]))
        else:
            descriptors.append(b"\x11" + zigzag(min(column)))
            (large if len(column) >= LARGE else numbers).append(
                bytes(entry - min(column) for entry in column))
    return sections(b"".join(descriptors), b"".join(numbers), large=large)


@dataclasses.dataclass
class Parts:
    """What stands in a block with copies."""

    kept: bytes
    separator: bytes = b"\n"
    copies: bytes = copies()
    form: int = STORED
    rows: int = 0
    size: int | None = None            # how many bytes are kept
    body: bytes | None = None          # what stands there for them; without it they are stored
    bits: int = 0
    template: bytes | None = None

    def content(self) -> bytes:
        out = bytes([COPIES | self.bits | (0 if self.template is None else OWN_TEMPLATE)])
        if self.template is not None:
            out += varint(len(self.template)) + self.template
        out += bytes([self.form]) + varint(self.rows)
        out += varint(len(self.kept) if self.size is None else self.size)
        out += varint(len(self.separator)) + self.separator
        out += varint(len(self.copies)) + self.copies
        return out + (b"\0" + self.kept if self.body is None else self.body)


def block(text: bytes, content: bytes, rows: int = 0) -> tuple[bytes, bytes]:
    """The header of a block frame and its content."""
    return varint(rows) + varint(len(text)) + word(crc32(text)), content


def file(*blocks: tuple[bytes, bytes], before=()) -> bytes:
    """A file of such blocks, behind frames of a type and a payload (section 9)."""
    out = MAGIC + VERSION
    check = crc32(out)
    frames = [(kind, b"", payload) for kind, payload in before]
    for kind, header, content in [*frames, *((BLOCK, *one) for one in blocks)]:
        size = len(header + content)
        length = size.to_bytes((size.bit_length() + 7) // 8, "little")
        head = bytes([kind | len(length) << 5]) + length + header
        check = crc32(head, check)
        out += head + content
    out += bytes([END]) + word(check)
    return out + varint(2 * len(out))[::-1]


def expanded(kept: bytes, separator: bytes, triples) -> bytes | None:
    """Section 8.8 piece by piece, or nothing where a rule is broken."""
    starts = [at for at in range(len(kept)) if at == 0 or kept.startswith(separator, at)]
    rest = [kept[start:end] for start, end in zip(starts, [*starts[1:], len(kept)])]
    pieces: list[bytes] = []
    for new, more, back in triples:
        if new > len(rest):
            return None
        pieces, rest = pieces + rest[:new], rest[new:]
        for _ in range(1 + more):
            if back >= len(pieces):
                return None
            pieces.append(pieces[-1 - back])
    return b"".join(pieces + rest)


TABLE = (
    (b"1\n2", b"\n", ((2, 1, 0),), b"1\n2\n2\n2"),
    (b"[1,2,3]", b",", ((2, 0, 0), (0, 1, 1)), b"[1,2,2,2,2,3]"),
    (b"1 2\n3", b" 2", ((2, 0, 0), (0, 0, 0)), b"1 2\n3 2\n3 2\n3"),
)

VERIFIED = Options(verify_sections=True)


class CopiesTests(unittest.TestCase):
    def becomes(self, text: bytes, parts: Parts, **others) -> None:
        data = file(block(text, parts.content()), **others)
        for options in (Options(), VERIFIED):
            self.assertEqual(decode(data, options), text)

    def refuses(self, code: str, text: bytes, parts: Parts, options=Options(), **others) -> None:
        with self.assertRaises(HuskError) as caught:
            decode(file(block(text, parts.content()), **others), options)
        self.assertEqual(caught.exception.code, code)

    def test_the_table_of_section_8_8_holds(self):
        for kept, separator, triples, text in TABLE:
            self.becomes(text, Parts(kept, separator, copies(*triples)))

    def test_what_is_copied_may_be_appended_by_the_same_copy(self):
        self.becomes(b"1" * 50, Parts(b"1", copies=copies((1, 48, 0))))
        self.becomes(b"1\n2" + b"1\n2" * 2 + b"1\n3",
                     Parts(b"1\n2\n3", copies=copies((2, 4, 1))))
        self.becomes(b",1,2,3" * 40 + b",1,4", Parts(b",1,2,3,4", b",", copies((3, 117, 2))))

    def test_occurrences_of_the_separator_may_overlap(self):
        # The pieces are a quote, a, and the rest.
        self.becomes(b'"aaaaab"', Parts(b'"aaab"', b"aa", copies((2, 1, 0))))

    def test_a_text_need_not_have_copies_or_pieces(self):
        self.becomes(b"1\n2\n", Parts(b"1\n2\n"))
        self.becomes(b"", Parts(b""))
        self.becomes(b"1", Parts(b"1", b"\n" * 255))
        self.refuses("invalidValue", b"1", Parts(b"", copies=copies((0, 0, 0))))

    def test_many_copies_have_large_sections(self):
        triples = [(2, 0, 0)] + [(0, i % 3, i % 5 % 2) for i in range(LARGE)]
        kept = b"1\n2\n3"
        self.becomes(expanded(kept, b"\n", triples), Parts(kept, copies=copies(*triples)))

    def test_a_text_has_so_many_pieces_for_its_bytes(self):
        size = 80_000
        most = 65_536 + size // 16
        text = b"1" + b"\n" * (size - 1)
        left = b"\n" * (size - most)
        self.becomes(text, Parts(b"1\n" + left, copies=copies((2, most - 3, 0))))
        self.refuses("limitExceeded", text, Parts(b"1\n" + left[1:], copies=copies((2, most - 2, 0))))
        # Copies behind more new pieces than there may be, and behind more than there are.
        self.refuses("limitExceeded", text, Parts(text[:-1], copies=copies((most + 1, 0, 0))))
        self.refuses("missingValue", text, Parts(text[: most - 1], copies=copies((most, 0, 0))))

    def test_any_copies_are_put_where_they_belong(self):
        dice = random.Random(8)
        good = 0
        for _ in range(3000):
            kept = bytes(dice.choices(b"ab,\n", k=dice.randrange(24)))
            separator = bytes(dice.choices(b"ab,", k=dice.choice((1, 1, 2, 3))))
            triples = [
                (dice.randrange(4), dice.choice((0, 1, dice.randrange(20))), dice.randrange(5))
                for _ in range(dice.randrange(5))]
            text = expanded(kept, separator, triples)
            parts = Parts(kept, separator, copies(*triples))
            if text is not None:
                good += 1
                self.becomes(text, parts)
                if triples:
                    self.refuses("limitExceeded", text[:-1], parts)
            else:
                with self.assertRaises(HuskError) as caught:
                    decode(file(block(bytes(2000), parts.content())))
                self.assertIn(caught.exception.code, ("invalidValue", "missingValue"))
        self.assertGreater(good, 500)

    def test_what_is_kept_may_have_the_form_of_any_block(self):
        tested = set()
        for folder in ("column", "modelled"):
            for one in vectors.all_of(folder):
                if one.expect != "success" or "files" in one.name or "copies" in one.name:
                    continue
                data, forms = self.kept_whole(one.sections["file"])
                options = dataclasses.replace(check_vectors.options_of(one), verify_sections=True)
                try:
                    self.assertEqual(decode(data, options), one.sections["document"], one.name)
                    tested |= forms
                except HuskError as error:
                    self.assertEqual(error.code, "missingModule", one.name)
        self.assertEqual(tested, {STORED, COLUMNS, MODELLED})

    @staticmethod
    def kept_whole(data: bytes) -> tuple[bytes, set[int]]:
        """A file whose blocks are kept whole, without copies, and the forms of its blocks."""
        before, blocks, forms = [], [], set()
        for reader in files(data, DEFAULT):
            for frame in reader.frames():
                if frame.type in (TEMPLATE, REFERENCE):
                    before.append((frame.type, frame.payload))
                if frame.type != BLOCK:
                    continue
                one = reader.block(frame)
                source = Reader(one.content)
                bits = source.byte()
                forms.add(bits & 3)
                template = source.bytes() if bits & OWN_TEMPLATE else None
                parts = Parts(b"", b"\n", copies(), bits & 3, one.rows, one.decoded, source.rest(),
                              bits & (ELEMENTS | CONTINUES | CLOSES), template)
                blocks.append((one.header, parts.content()))
        return file(*blocks, before=before), forms

    def test_what_is_kept_stands_in_its_document_as_the_block_does(self):
        # Blocks of elements that are kept in columns, of one slot whose values are shared.
        def rows(*values: bytes) -> bytes:
            text = b"".join(value + b"\1" for value in values)
            return sections(b"\0\0\0" + varint(len(text)), text=text, seed=SEED)

        first = Parts(b"[1,2", b",", copies((2, 2, 0)), COLUMNS, 2, body=rows(b"1", b"2"),
                      bits=ELEMENTS)
        second = Parts(b",3,4]", b",", copies((1, 0, 0)), COLUMNS, 2, body=rows(b"3", b"4"),
                       bits=ELEMENTS | CONTINUES | CLOSES)
        texts = b"[1,2,2,2,2", b",3,3,4]"
        data = file(block(texts[0], first.content(), 5), block(texts[1], second.content(), 3),
                    before=[(TEMPLATE, ANY_ROW)])
        self.assertEqual(decode(data, VERIFIED), b"".join(texts))
        values = [1, 2, 2, 2, 2, 3, 3, 4]
        for start in range(9):
            for end in range(start, 9):
                self.assertEqual(husk.read(data, rows=(start, end), pure=True), values[start:end])

    def test_rows_and_fields_are_taken_from_the_text(self):
        kept = b'{"a":1,"b":2}\n{"a":2}'
        text = kept + b'\n{"a":2}' * 3 + b'\n{"b":5}\n'
        parts = Parts(kept + b'\n{"b":5}\n', b"\n{", copies((2, 2, 0)))
        data = file(block(text, parts.content(), 6))
        rows = [json.loads(line) for line in text.splitlines()]
        self.assertEqual(husk.read(data, pure=True), rows)
        for row in range(6):
            self.assertEqual(husk.read(data, rows=row, pure=True), [rows[row]])
        self.assertEqual(husk.read(data, "a", "3:6", pure=True), [{"a": 2}, {"a": 2}, {}])
        self.assertEqual(husk.count_rows(data), 6)

    def test_a_block_without_wanted_rows_is_not_decoded(self):
        bad = Parts(b"1", form=7, bits=CONTINUES)
        data = file(block(b"1\n2\n", Parts(b"1\n2\n").content(), 2), block(b"3", bad.content(), 1))
        self.assertEqual(husk.read(data, rows=":2", pure=True), [1, 2])
        with self.assertRaises(HuskError):
            husk.read(data, rows="1:", pure=True)

    def test_what_stands_before_the_sections_is_checked(self):
        good = Parts(b"1\n2", copies=copies((2, 1, 0)))
        text = b"1\n2\n2\n2"
        self.becomes(text, good)
        for changes in ({"form": 3}, {"form": 4}, {"form": 255}, {"rows": 4}, {"size": 8},
                        {"separator": b""}, {"separator": b"\n" * 256}):
            self.refuses("invalidColumn", text, dataclasses.replace(good, **changes))
        self.becomes(text, dataclasses.replace(good, rows=3))
        self.refuses("invalidCompression", text, dataclasses.replace(good, size=4))
        self.refuses("invalidColumn", text, dataclasses.replace(good, bits=CLOSES))

    def test_what_is_kept_has_the_bytes_that_it_says(self):
        body = sections(b"\0\0\0\4", text=b"1\x012\1", seed=SEED)
        good = Parts(b"1\n2", copies=copies((2, 1, 0)), form=COLUMNS, rows=2, body=body)
        text = b"1\n2\n2\n2"
        before = [(TEMPLATE, ANY_ROW)]
        self.becomes(text, good, before=before)
        self.becomes(text, dataclasses.replace(good, template=ANY_ROW))
        for size, code in ((2, "limitExceeded"), (4, "checkMismatch")):
            self.refuses(code, text, dataclasses.replace(good, size=size), before=before)

    def test_columns_need_a_template_and_stored_text_has_none(self):
        text = b"1\n2"
        self.refuses("invalidColumn", text, Parts(text, template=ANY_ROW))
        named = [(REFERENCE, b"\x08" + bytes(8) + b"\x01")]
        self.becomes(text, Parts(text), before=named)
        for form in (COLUMNS, MODELLED):
            self.refuses("invalidFrame", text, Parts(text, form=form))
            self.refuses("unknownTemplate", text, Parts(text, form=form), before=named)

    def test_sections_hold_copies_and_nothing_else(self):
        text = b"1\n2\n2"
        for found, code in (
            (sections(b""), "truncated"),
            (sections(b"\1\0\4\0\0"), "truncated"),
            (sections(b"\1\0\4\0\0\0\0\0"), "extraValue"),
            (sections(b"\0\0\0"), "extraValue"),
            (sections(b"\1\0\4\0\0\0\0", numbers=b"\0"), "extraValue"),
            (sections(b"\1\0\4\0\0\0\0", text=b"\0"), "extraValue"),
            (sections(b"\1\0\4\0\0\0\0", large=[bytes(LARGE)]), "extraValue"),
            (sections(b"\1\0\4\0\0\0\0") + b"\0", "invalidColumn"),
            (sections(b"\1\0\4\0\0\0\0")[:-1], "truncated"),
            (sections(b"\1\0\4\0\0\x0d"), "invalidColumn"),
            (sections(b"\1\0\4\0\0\x06\2\3"), "success"),
            (copies((2, 0, 0), count=6), "invalidColumn"),
            (b"\0\x09" + bytes(8), "unsupportedCodec"),
        ):
            if code == "success":
                self.becomes(text, Parts(b"1\n2", copies=found))
            else:
                self.refuses(code, text, Parts(b"1\n2", copies=found))
        # Another check shows where sections are verified.
        other = copies((2, 0, 0))[:-1] + b"\0"
        self.assertNotEqual(other, copies((2, 0, 0)))
        self.assertEqual(decode(file(block(text, Parts(b"1\n2", copies=other).content()))), text)
        self.refuses("checkMismatch", text, Parts(b"1\n2", copies=other), VERIFIED)

    def test_copies_out_of_range_are_refused(self):
        text = b"1\n2\n2\n2"
        for triples, code in (
            (((-1, 1, 0),), "invalidValue"), (((2, -1, 0),), "invalidValue"),
            (((2, 1, -1),), "invalidValue"), (((2, 1, 2),), "invalidValue"),
            (((0, 1, 0),), "invalidValue"), (((2, 1, (1 << 63) - 1),), "invalidValue"),
            (((3, 1, 0),), "missingValue"), ((((1 << 63) - 1, 1, 0),), "missingValue"),
            (((2, 0, 0), (1, 0, 0)), "missingValue"), (((2, 2, 0),), "limitExceeded"),
            (((2, (1 << 63) - 1, 0),), "limitExceeded"), (((2, 1, 1),), "checkMismatch"),
            (((2, 0, 0),), "checkMismatch"), ((), "checkMismatch"),
        ):
            self.refuses(code, text, Parts(b"1\n2", copies=copies(*triples)))

    def test_every_cut_is_refused(self):
        for kept, separator, triples, text in TABLE:
            content = Parts(kept, separator, copies(*triples)).content()
            data = file(block(text, content))
            for end in range(len(data)):
                with self.assertRaises(HuskError):
                    decode(data[:end])
            for end in range(len(content)):
                with self.assertRaises(HuskError) as caught:
                    decode(file(block(text, content[:end])))
                # Of what is kept only the last bytes are cut.
                is_kept = end > len(content) - len(kept) - 1
                code = "invalidCompression" if is_kept else "truncated"
                self.assertEqual(caught.exception.code, code)

    def test_every_changed_bit_is_refused_or_means_nothing(self):
        for kept, separator, triples, text in TABLE:
            content = Parts(kept, separator, copies(*triples)).content()
            for bit in range(8 * len(content)):
                changed = bytearray(content)
                changed[bit // 8] ^= 1 << bit % 8
                try:
                    self.assertEqual(decode(file(block(text, bytes(changed)))), text)
                except HuskError:
                    pass


if __name__ == "__main__":
    unittest.main()
