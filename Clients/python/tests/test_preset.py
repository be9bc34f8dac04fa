# SPDX-License-Identifier: Apache-2.0
"""Tests of Zstandard with the preset dictionary (SPEC.md, section 9.8.1).

What needs another package or the command zstd is skipped where that is not installed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Clients" / "python"))

from husk.compression import PRESET_MODELLED, PRESET_ZSTD, ZSTD, decompress
from husk.errors import HuskError
from husk.preset import PRESET

PLAIN = (b'{"id":1,"name":"Ada","createdAt":"2024-01-02T00:00:00Z","status":"active",'
         b'"tags":[]}')
SAMPLE = bytes.fromhex("250100787b416461323032342d30312d30327d06003d8401ac840766841bba297d"
                       "38566030982b")

needs_package = unittest.skipUnless(importlib.util.find_spec("zstandard"),
                                    "zstandard is not installed")


def block(literals: bytes, offset: int, length: int) -> bytes:
    """The last block: some literals, and a match; ``offset`` is a distance and 3."""
    code = offset.bit_length() - 1
    bits = offset.to_bytes(code // 8 + 1, "little")
    body = (bytes([len(literals) << 3]) + literals
            + bytes([1, 0x54, len(literals), code, length - 3]) + bits)
    return (len(body) << 3 | 5).to_bytes(3, "little") + body


def raw(data: bytes) -> bytes:
    """A block that is not compressed, with another behind it."""
    return (len(data) << 3).to_bytes(3, "little") + data


class PresetTests(unittest.TestCase):
    def becomes(self, data: bytes, plain: bytes) -> None:
        self.assertEqual(decompress(PRESET_ZSTD, data, len(plain)), plain)

    def refuses(self, data: bytes, count: int, codec: int = PRESET_ZSTD,
                code: str = "invalidCompression") -> None:
        with self.assertRaises(HuskError) as caught:
            decompress(codec, data, count)
        self.assertEqual(caught.exception.code, code)

    def test_the_dictionary_is_that_of_the_specification(self):
        self.assertEqual(len(PRESET), 6313)
        self.assertEqual(hashlib.sha256(PRESET).hexdigest(),
                         "03f338392c4ccea8d63b68e89f61024d6f094fa30cdbbbf3ef5bd21b0cb46c41")

    @needs_package
    def test_matches_reach_its_start_and_nothing_in_front_of_it(self):
        first = PRESET[:32]
        self.becomes(block(b"", 6313 + 3, 32), first)
        for distance in (6314, 65_535, 1 << 30):
            self.refuses(block(b"", distance + 3, 32), 32)
        # What came out so far stands between.
        self.becomes(block(b"xyz", 6316 + 3, 32), b"xyz" + first)
        self.refuses(block(b"xyz", 6317 + 3, 32), 35)
        digits = b"0123456789"
        self.becomes(raw(digits) + block(b"xyz", 6326 + 3, 32), digits + b"xyz" + first)
        self.refuses(raw(digits) + block(b"xyz", 6327 + 3, 32), 45)

    @needs_package
    def test_matches_go_on_from_it_in_what_comes_out(self):
        self.becomes(block(b"", 2 + 3, 32), PRESET[-2:] * 16)
        self.becomes(block(b"", 20 + 3, 34), PRESET[-20:] + PRESET[-20:-6])
        self.becomes(block(b"xyz", 4 + 3, 32), b"xyz" + (PRESET[-1:] + b"xyz") * 8)

    @needs_package
    def test_the_repeated_offsets_start_as_1_4_and_8(self):
        self.becomes(block(b"x", 1, 32), b"x" * 33)
        self.becomes(block(b"x", 2, 32), b"x" + (PRESET[-3:] + b"x") * 8)
        self.becomes(block(b"x", 3, 32), b"x" + (PRESET[-7:] + b"x") * 4)
        # Without literals they are the second, the third, and the first less one.
        self.becomes(block(b"", 1, 32), PRESET[-4:] * 8)
        self.becomes(block(b"", 2, 32), PRESET[-8:] * 4)

    @needs_package
    def test_a_document_comes_back_and_is_refused_if_it_is_cut(self):
        self.becomes(SAMPLE, PLAIN)
        for end in range(len(SAMPLE)):
            self.refuses(SAMPLE[:end], len(PLAIN))
        self.refuses(SAMPLE + b"\0", len(PLAIN))
        for count in (0, len(PLAIN) - 1, len(PLAIN) + 1, len(SAMPLE) * 32_768 + 1):
            self.refuses(SAMPLE, count)
        self.refuses(SAMPLE, len(PLAIN), codec=ZSTD)

    @needs_package
    def test_a_changed_bit_gives_an_error_or_other_bytes(self):
        for bit in range(len(SAMPLE) * 8):
            changed = bytearray(SAMPLE)
            changed[bit >> 3] ^= 1 << (bit & 7)
            try:
                plain = decompress(PRESET_ZSTD, bytes(changed), len(PLAIN))
                self.assertEqual(len(plain), len(PLAIN))
            except HuskError as error:
                self.assertEqual(error.code, "invalidCompression")

    def test_no_bytes_become_no_bytes(self):
        self.becomes(b"", b"")
        self.refuses(b"", 1)

    def test_numbers_behind_it_are_no_codecs(self):
        self.refuses(b"a", 1, codec=PRESET_MODELLED + 1, code="unsupportedCodec")

    def test_a_missing_package_is_told(self):
        with mock.patch.dict(sys.modules, {"zstandard": None}):
            self.refuses(SAMPLE, len(PLAIN), code="missingModule")

    @needs_package
    @unittest.skipUnless(shutil.which("zstd"), "the command zstd is not installed")
    def test_what_the_command_makes_of_documents_comes_back(self):
        with tempfile.TemporaryDirectory() as folder:
            dictionary = pathlib.Path(folder, "dictionary")
            dictionary.write_bytes(PRESET)
            for path in sorted((ROOT / "Corpus" / "documents").glob("*json")):
                for level in ("-1", "-3", "-19"):
                    with self.subTest(document=path.name, level=level):
                        data = path.read_bytes()
                        frame = subprocess.run(
                            ["zstd", "-qc", "--no-check", "--no-dictID", level, "-D", dictionary],
                            input=data, capture_output=True, check=True).stdout
                        # The header of a frame from a pipe has six bytes.
                        self.assertEqual(frame[4], 0)
                        self.becomes(frame[6:], data)


class ExampleTests(unittest.TestCase):
    @needs_package
    def test_the_decoder_in_the_examples_agrees(self):
        folder = str(ROOT / "Examples")
        program = "\n".join([
            "import sys", f"sys.path.insert(0, {folder!r})", "import block_decoder",
            "data, count = bytes.fromhex(sys.argv[1]), int(sys.argv[2])",
            "try: print(block_decoder.decompress(6, data, count).hex())",
            "except block_decoder.Refused as refused: print(refused)",
        ])
        far = block(b"", 6314 + 3, 32)
        for data, count, expected in (
            (SAMPLE, len(PLAIN), PLAIN.hex()), (b"", 0, ""), (far, 32, "invalidCompression"),
            (block(b"", 6313 + 3, 32), 32, PRESET[:32].hex()),
            (SAMPLE[:-1], len(PLAIN), "invalidCompression"),
            (SAMPLE + b"\0", len(PLAIN), "invalidCompression"),
        ):
            result = subprocess.run([sys.executable, "-B", "-c", program, data.hex(), str(count)],
                                    capture_output=True, check=True, text=True)
            self.assertEqual(result.stdout.strip(), expected)


if __name__ == "__main__":
    unittest.main()
