# SPDX-License-Identifier: Apache-2.0
"""Tests of few bytes that would take much time (SPEC.md, section 10.2)."""

from __future__ import annotations

import pathlib
import sys
import unittest
import zlib
from zlib import crc32

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from test_copies import COLUMNS, OWN_TEMPLATE, block, file, sections, word

from husk.compression import DEFLATE, MODELLED, PRESET_MODELLED
from husk.container import TEMPLATE
from husk.decoder import decode
from husk.errors import HuskError
from husk.message_template import MessageTemplate
from husk.reader import varint

SLOTS_MOST = 4096
GROUPS_OF_31 = (
        "fd484b012388017fd43984a5210f0323550000200005200001000d20020003e70164000000000d030094030001040007"
        "008080040a000001090100000000010902030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f0000"
        "000000001d040340c00106041c6040c00106041c6040c00106041c6040c00106041c6040c00106049526d864a2970549"
        "a65cbb02a6")
GROUPS_OF_32 = (
        "fd484b01238b0183013dc7da04210f0324550000200005210001003820020003ee0166000000001d0300a40300010400"
        "07008080040a000001090100000000010902030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20"
        "0000000000001e040340c00106041c6040c00106041c6040c00106041c6040c00106041c6040c00106045c2a4d07775f"
        "1e055961072202ac")


def counted(data: bytes) -> bytes:
    return varint(len(data)) + data


def stored(canonical: bytes) -> bytes:
    return b"\0" + canonical


def deflated(canonical: bytes) -> bytes:
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflater.compress(canonical) + deflater.flush()
    return bytes([DEFLATE]) + varint(len(canonical)) + data


def file_of_slots(canonical: bytes, slots: int, is_own: bool, pack=stored) -> bytes:
    """A file of one row, of a template that stands before the block, or in it."""
    payload, descriptors = pack(canonical), bytes(slots + 2) + b"\x02"
    front = bytes([COLUMNS | OWN_TEMPLATE]) + counted(payload) if is_own else bytes([COLUMNS])
    content = front + sections(descriptors, text=b"1\x01", seed=crc32(canonical))
    return file(block(b"1", content, 1), before=() if is_own else ((TEMPLATE, payload),))


def message_template(entries: int, *forms: list[bytes]) -> bytes:
    """A message template of one slot, any, with entries ``1`` and strings of these parts."""
    strings = b"".join(b"\1" + varint(len(parts)) + b"".join(parts) for parts in forms)
    return (b"\1\2\0\0\0\1" + varint(entries) + b"\x011" * entries + b"\1" * (entries + 1) + b"\0"
            + varint(len(forms)) + strings + b"\1" * (len(forms) + 1) + b"\0")


class LimitTests(unittest.TestCase):
    def refuses(self, code: str, make, *given) -> None:
        with self.assertRaises(HuskError) as caught:
            make(*given)
        self.assertEqual(caught.exception.code, code)

    def test_presence_words_beyond_the_first_of_objects_are_bounded_by_the_text(self):
        fields = SLOTS_MOST - 1
        canonical = b"\1\0" + varint(fields) + b"\1\0" * fields + b"\3\0"

        def rows(count: int) -> tuple[bytes, bytes]:
            # The words are a column of zeros; no value has a column, and nothing is shared.
            descriptors = b"\0" + varint(128 * count) + bytes(2 + fields + 2)
            content = bytes([COLUMNS]) + sections(descriptors, seed=crc32(canonical))
            text = b"\n".join([b"{}"] * count)
            return file(block(text, content, count), before=((TEMPLATE, stored(canonical)),)), text

        # 636 * 127 = 80,772 are at most 65,536 + 8 * 1907, and one row more is too much.
        data, text = rows(636)
        self.assertEqual(decode(data), text)
        self.refuses("limitExceeded", decode, rows(637)[0])

    def test_of_many_optional_fields_those_are_written_that_are_there(self):
        for present in ((), (0,), (31, 32), (0, 33, 69), range(70)):
            canonical = b"\1\0" + varint(70)
            canonical += b"".join(b"\x05%02d\0" % number for number in range(70)) + b"\3\0"
            words = sum(1 << number for number in present).to_bytes(12, "little")
            # The words are packed in four bytes each; all values are shared.
            descriptors = b"\0\3\x42\0" + bytes(70) + b"\0" + varint(2 * len(present))
            values = b"1\1" * len(present)
            content = bytes([COLUMNS]) + sections(descriptors, words, values, seed=crc32(canonical))
            text = b"{" + b",".join(b'"%02d":1' % number for number in present) + b"}"
            data = file(block(text, content, 1), before=((TEMPLATE, stored(canonical)),))
            self.assertEqual(decode(data), text)

    def test_sections_with_the_codecs_5_and_7_are_bounded_by_the_text_together(self):
        def refuses(code: str, *slow: tuple[int, int]) -> None:
            heads = b"".join(bytes([codec]) + varint(count) + b"\1" for codec, count in slow)
            content = bytes([COLUMNS, 0, 0, 0]) + heads + bytes(len(slow)) + word(0)
            data = file(block(b"1", content, 1), before=((TEMPLATE, bytes(3)),))
            self.refuses(code, decode, data)

        refuses("limitExceeded", (MODELLED, 65_536), (PRESET_MODELLED, 3))
        # These are few enough, and damaged.
        refuses("invalidCompression", (MODELLED, 65_536), (PRESET_MODELLED, 2))

    def test_templates_of_blocks_have_few_slots_for_their_bytes(self):
        def own(count: int, pack) -> bytes:
            canonical = b"\1\0" + varint(count) + bytes(2 * count + 1)
            return file_of_slots(canonical, count + 1, is_own, pack)

        def inherited(count: int) -> bytes:
            # Shapes that add nothing to the fields that they inherit.
            canonical = (varint(count + 1) + b"\0" + varint(count) + bytes(2 * count)
                         + b"\1\0" * count + b"\0")
            return file_of_slots(canonical, count * (count + 1) + 1, is_own)

        for is_own in (False, True):
            self.assertEqual(decode(own(SLOTS_MOST - 1, deflated)), b"1")
            self.refuses("limitExceeded", decode, own(SLOTS_MOST, deflated))
            # Where it is not compressed it has 16 for each byte.
            self.assertEqual(decode(own(SLOTS_MOST, stored)), b"1")
            self.assertEqual(decode(inherited(64)), b"1")
            self.refuses("limitExceeded", decode, inherited(65))

    def test_templates_with_the_codecs_5_and_7_have_few_bytes(self):
        for codec in (MODELLED, PRESET_MODELLED):
            for count, code in ((1_048_577, "limitExceeded"), (1_048_576, "invalidCompression")):
                payload = bytes([codec]) + varint(count) + bytes(9)
                for is_own in (False, True):
                    data = file_of_slots(b"\0\0", 1, is_own, lambda canonical: payload)
                    self.refuses(code, decode, data)

    def test_parts_of_hexadecimal_columns_have_a_digit_or_a_literal(self):
        def of_part(literal: bytes) -> bytes:
            descriptors = b"\0\1\7\0\1\0" + counted(literal) + bytes(2)
            content = bytes([COLUMNS]) + sections(descriptors, seed=crc32(bytes(2)))
            text = b'"' + literal + b'"'
            return file(block(text, content, 1), before=((TEMPLATE, bytes(3)),))

        self.assertEqual(decode(of_part(b"a")), b'"a"')
        self.refuses("invalidColumn", decode, of_part(b""))

    def test_strings_of_messages_have_few_parts_which_write_something(self):
        letter, refused = b"\0\1a", "invalidTemplate"

        def made(*given) -> MessageTemplate:
            return MessageTemplate(message_template(*given))

        made(0, [letter] * 64)
        self.refuses(refused, made, 0, [letter] * 65)
        self.refuses(refused, made, 0, [b"\0\0"])
        made(0, [b"\4\0\1"])
        self.refuses(refused, made, 0, [b"\4\0\0"])
        # 65 * 64,527 are at most 4,194,304.
        made(64_527, [letter] * 64, [letter])
        self.refuses("limitExceeded", made, 64_528, [letter] * 64, [letter])

    def test_groups_that_are_copied_count_again(self) -> None:
        """Strings derived from numbers in 65,536 groups (SPEC.md, sections 8.4 and 8.6.6), of 31 columns and of 32."""
        self.assertEqual(len(decode(bytes.fromhex(GROUPS_OF_31))), 127)
        self.refuses("invalidColumn", decode, bytes.fromhex(GROUPS_OF_32))


if __name__ == "__main__":
    unittest.main()
