# SPDX-License-Identifier: Apache-2.0
"""Tests of the package: python3 -m unittest discover -s Clients/python/tests.

What needs libhusk or another package is skipped where that is not installed.
"""

from __future__ import annotations

import builtins
import contextlib
import copy
import doctest
import importlib.util
import io
import json
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile
import tracemalloc
import unittest
import warnings
from zlib import crc32

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import check_vectors
import husk
import vectors
from husk import selection
from husk.decoder import decode_sequence
from husk.encryption import Keyring, hkdf, key_name
from husk.files import Options, blocks
from husk.message import decode as message_document
from husk.message_template import MessageTemplate, TemplateFile
from husk.records import list_of_pieces, records_of_pieces
from husk.selection import Selection

ROWS = [{"id": i, "user": {"name": f"n{i}", "tags": ["a", i]}} for i in range(1000)]
LINES = b"".join(json.dumps(row).encode() + b"\n" for row in ROWS)
ARRAY = json.dumps(ROWS).encode()
KEY = bytes(range(32))

COMMAND = os.environ.get("HUSK_COMMAND") or shutil.which("husk")

needs_library = unittest.skipUnless(husk.has_library(), "libhusk was not found")


def has(*modules: str) -> bool:
    return all(importlib.util.find_spec(module) for module in modules)


def vector(name: str):
    return vectors.read(vectors.FOLDER / (name + ".txt"))


class VectorTests(unittest.TestCase):
    def test_all_give_what_they_expect(self):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            status = check_vectors.main([])
        self.assertEqual(status, 0, out.getvalue())

    def test_a_wrong_result_is_noticed(self):
        one = vector("column/worked_example")
        one.sections["document"] += b" "
        self.assertIn("another document", check_vectors.fault(one, check_vectors.check_column))
        one.header["expect"] = "truncated"
        self.assertIsNotNone(check_vectors.fault(one, check_vectors.check_column))


class CheckTests(unittest.TestCase):
    def test_the_table_of_section_7_holds(self):
        numbers = bytes(range(256))
        for data, seed, check in (
            (b"", 0, "00000000"), (b"", 0x9E3779B1, "9e3779b1"), (b"a", 0, "e8b7be43"),
            (b"abc", 0, "352441c2"), (b"abc", 0xFFFFFFFF, "359a672f"), (b'{"a":1}', 0, "561bacaf"),
            (b"123456789", 0, "cbf43926"), (b"456789", 0x884863D2, "cbf43926"),
            (numbers[:32], 0, "91267e8a"), (numbers[:32], 0x9E3779B1, "42efb017"),
            (b"Nobody inspects the spammish repetition", 0, "ad4270ed"),
            (numbers[:100], 0, "58c932f5"), (numbers, 0, "29058c73"),
        ):
            self.assertEqual(f"{crc32(data, seed):08x}", check)

    def test_the_name_of_a_key_is_that_of_the_example(self):
        self.assertEqual(key_name(KEY).hex(), "d0baa4651133c9f3")
        # RFC 5869, test case 1.
        made = hkdf(b"\x0b" * 22, bytes(range(13)), bytes(range(0xF0, 0xFA)), 42)
        self.assertTrue(made.hex().startswith("3cb25f25faacd57a90434f64d0362f2a"))


class SelectionTests(unittest.TestCase):
    """Files of the text layout, which any decoder can be given by hand."""

    def give(self, document: str, **what) -> str:
        texts = {"texts": 2} if document.count("\n") else {}
        values = [json.loads(line) for line in document.splitlines()]
        file = {"husk": 1, "template": {"root": None}, **texts,
                "check": f"{crc32(document.encode()):08x}"}
        gaps = json.dumps(file, separators=(",", ":"))[:-1]
        at = ',"gaps":{"list":[0],"at":[]}'
        body = json.dumps(values, separators=(",", ":"))
        return husk.decode((gaps + at + f',"values":{body}}}').encode(), pure=True, **what).decode()

    def test_the_table_of_section_9_9_holds(self):
        for document, what, given in (
            ('[{"a":1,"b":[{"c":2,"d":3},4]},{"b":0}]', {"fields": "a,b.c"},
             '[{"a":1,"b":[{"c":2}]},{}]'),
            ("[10,20,30]", {"rows": "1:3"}, "[20,30]"),
            ('[10,{"a":1},30]', {"fields": "a"}, '[{"a":1}]'),
            ('{"data":{"items":[1,2,3]}}', {"rows": ":2", "at": "data.items"}, "[1,2]"),
            ('{"a.b":1,"b":{"b":2}}', {"fields": r"a\.b"}, '{"a.b":1}'),
        ):
            self.assertEqual(self.give(document, **what), given + "\n")

    def test_paths_are_read_and_written(self):
        for text, path in (("a.b", ("a", "b")), (r"a\.b", ("a.b",)), (r"a\\.b", ("a\\", "b")),
                           (r"a\,b", ("a,b",))):
            self.assertEqual(selection.read_path(text), path)
            self.assertEqual(selection.read_path(selection.write_path(path)), path)
        self.assertEqual(selection.read_paths(r"a.b,c\,d"), (("a", "b"), ("c,d",)))
        with self.assertRaises(ValueError):
            selection.read_path("a..b")

    def test_rows_are_read(self):
        for rows, pair in (("1:3", (1, 3)), (":3", (0, 3)), ("2:", (2, None)), ("5", (5, 6)),
                           (slice(1, 3), (1, 3)), (range(2), (0, 2)), ((4, None), (4, None)),
                           (7, (7, 8)), (None, (0, None))):
            self.assertEqual(selection.read_rows(rows), pair)
        for rows in ("3:1", slice(0, 9, 2), -1):
            with self.assertRaises(ValueError):
                selection.read_rows(rows)

    def test_fields_above_and_below_are_needed(self):
        needs = Selection.of("a.b", None, None).needs_field
        self.assertTrue(needs(("a",)) and needs(("a", "b")) and needs(("a", "b", "c")))
        self.assertFalse(needs(("c",)) or needs(("a", "c")))

    def test_a_path_that_leads_nowhere_is_an_error(self):
        with self.assertRaises(husk.HuskError) as caught:
            self.give('{"a":1}', at="b")
        self.assertEqual(caught.exception.code, "invalidSelection")


class RecordTests(unittest.TestCase):
    def test_rows_are_found_however_the_pieces_are_cut(self):
        document = b'[{"a":"]}, \xc3\xa9"},12,[[],3],{},null]\n[5]\n'
        rows = [{"a": "]}, \u00e9"}, 12, [[], 3], {}, None, 5]
        for size in range(1, len(document) + 1):
            pieces = self.pieces(document, size, True)
            self.assertEqual(list(records_of_pieces(pieces, True)), rows)
            self.assertEqual(list_of_pieces(pieces), rows)
            texts = list(records_of_pieces(pieces, False))
            self.assertEqual([json.loads(text) for text in texts], rows)

    def test_lines_are_found_however_the_pieces_are_cut(self):
        document = b'{"a":1}\n[1,2]\n"x"\n'
        for size in range(1, len(document) + 1):
            pieces = self.pieces(document, size, False)
            self.assertEqual(list(records_of_pieces(pieces, True)), [{"a": 1}, [1, 2], "x"])
            self.assertEqual(list_of_pieces(pieces), [{"a": 1}, [1, 2], "x"])

    def test_arrays_and_texts_follow_one_another(self):
        parts = ((b"[3]\n4\n", False), (b"[1,[2]]\n[]\n", True), (b"[5]\n", False))
        for size in range(1, 12):
            pieces = [piece for part in parts for piece in self.pieces(part[0], size, part[1])]
            self.assertEqual(list(records_of_pieces(pieces, True)), [[3], 4, 1, [2], [5]])
            self.assertEqual(list_of_pieces(pieces), [[3], 4, 1, [2], [5]])
            self.assertEqual(b" ".join(records_of_pieces(pieces, False)), b"[3] 4 1 [2] [5]")

    @staticmethod
    def pieces(document, size, has_elements):
        return [(document[at : at + size], has_elements) for at in range(0, len(document), size)]


class ErrorTests(unittest.TestCase):
    def test_an_error_tells_code_and_place(self):
        with self.assertRaises(husk.HuskError) as caught:
            husk.decode(b'{"husk":2}', pure=True)
        self.assertEqual((caught.exception.code, caught.exception.offset), ("unsupportedVersion", 8))
        copied = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((copied.code, copied.offset), ("unsupportedVersion", 8))

    def test_every_cut_of_a_file_is_refused(self):
        for name in ("column/worked_example", "container/index"):
            data = vector(name).sections["file"]
            for end in range(len(data)):
                with self.assertRaises(husk.HuskError):
                    husk.decode(data[:end], pure=True)

    def test_every_changed_bit_of_a_file_is_refused(self):
        one = vector("column/worked_example")
        data = one.sections["file"]
        for bit in range(8 * len(data)):
            changed = bytearray(data)
            changed[bit // 8] ^= 1 << bit % 8
            try:
                self.assertEqual(husk.decode(bytes(changed), pure=True), one.sections["document"])
            except husk.HuskError:
                pass

    def test_a_missing_key_is_told(self):
        sealed = vector("encryption/file").sections["sealed"]
        with self.assertRaises(husk.HuskError) as caught:
            husk.decode(sealed, pure=True)
        self.assertEqual(caught.exception.code, "missingKey")

    def test_keys_are_not_shown(self):
        self.assertNotIn("00", repr(Keyring([KEY])))

    def test_encoding_needs_the_library(self):
        if not husk.has_library():
            with self.assertRaises(husk.HuskError) as caught:
                husk.encode(b"[1]")
            self.assertEqual(caught.exception.code, "missingLibrary")

    def test_hashing_keys_of_objects_does_not_interpret_them(self):
        document = b'{"__proto__":{"__class__":1}}'
        encoded = (b'{"husk":1,"template":{"shapes":[["__proto__",1],["__class__"]],"root":0},'
                   b'"check":"%08x","values":[1]}' % crc32(document))
        self.assertEqual(husk.decode(encoded, pure=True), document)


class PrimedTests(unittest.TestCase):
    """Messages of primed templates, in Python alone."""

    def test_a_message_leaves_nothing_behind(self):
        for name in ("texts", "new_text", "shapes", "misfits", "new_integers", "frequencies"):
            one = vector(f"primed/{name}")
            template = MessageTemplate(one.sections["template"])
            message, document = one.sections["message"], one.sections["document"]
            self.assertEqual(message_document(message, template), document)
            model = template.primed
            state = self.state_of(model)
            for _ in range(2):
                with self.assertRaises(husk.HuskError):
                    message_document(message[:4] + b"\x9a\x01\x72\x6b" * 5, template)
                self.assertEqual(message_document(message, template), document)
                self.assertIs(template.primed, model)
                self.assertEqual(self.state_of(model), state)

    @staticmethod
    def state_of(model):
        return (bytes(model.buckets), bytes(model.history), copy.deepcopy(model.p),
                copy.deepcopy(model.counts), model.recent,
                [copy.deepcopy(dict(table)) for table in model.tables()], model.bits_so_far,
                model.match, model.length, [leaf.state() for leaf in model.leaves])

    def test_a_changed_lesson_is_refused_or_teaches_something_else(self):
        one = vector("primed/texts")
        template, message = one.sections["template"], one.sections["message"]
        # What the slots have, 16 messages, and how many bytes their text has.
        start = template.index(bytes.fromhex("000302103A"))
        # Some others make a long lesson of it, which is refused only at its end.
        for at in range(start + 8, len(template), 6):
            changed = bytearray(template)
            changed[at] ^= 1 << at % 8
            with self.assertRaises(husk.HuskError):
                message_document(message, MessageTemplate(bytes(changed)))


@unittest.skipUnless(COMMAND, "there is no husk")
@unittest.skipUnless(has("zstandard"), "zstandard is not installed")
class SessionTests(unittest.TestCase):
    """Messages that the command has written, in Python alone."""

    def test_messages_of_a_template_with_a_model_decode(self):
        words = "the quick brown fox jumps over a lazy dog while nobody looks at any of it".split()
        lines = []
        for i in range(40):
            text = " ".join(words[(i * step + i) % len(words)] for step in range(1, 9))
            lines.append(json.dumps({"n": i * 37, "at": {"x": i, "y": 5 - i}, "text": text}))
        lines.append(json.dumps({"n": 2**60, "text": "\u00fcnlike", "more": [1, None], "at": 7}))
        document = "".join(line + "\n" for line in lines).encode()
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder, "log.ndjson")
            log.write_bytes(document)
            environment = os.environ | {"HOME": folder, "HUSK_STORE": folder + "/store"}

            def run(*words) -> bytes:
                return subprocess.run([COMMAND, *words], check=True, capture_output=True,
                                      cwd=folder, env=environment).stdout

            run("template", "train", "log", "--model", "--exclude", "at.x", "log.ndjson")
            run("template", "export", "log", "-o", "log.template")
            sequence = run("encode", "-c", "--messages", "--template", "log", "log.ndjson")
            template = TemplateFile(pathlib.Path(folder, "log.template").read_bytes()).template
        self.assertIsNotNone(template.lesson)
        self.assertEqual(decode_sequence(sequence, template=template), document)


class PureReaderTests(unittest.TestCase):
    """Selected reading of files of blocks, in Python alone."""

    def test_blocks_without_wanted_rows_are_not_decoded(self):
        data = vector("column/elements_of_three_blocks").sections["file"]
        parts = list(blocks(data, Options()))
        rows = husk.read(data, pure=True)
        self.assertEqual(sum(part.rows for part in parts), len(rows))
        for row, value in enumerate(rows):
            self.assertEqual(husk.read(data, rows=row, pure=True), [value])
        last = parts[-1].frame
        damaged = bytearray(data)
        damaged[last.base + len(last.content) // 2] ^= 1
        before = len(rows) - parts[-1].rows
        self.assertEqual(husk.read(bytes(damaged), rows=(0, before), pure=True), rows[:before])
        with self.assertRaises(husk.HuskError):
            husk.read(bytes(damaged), pure=True)

    def test_rows_are_numbered_through_concatenated_files(self):
        data = vector("column/elements").sections["file"]
        rows = husk.read(data, pure=True)
        self.assertEqual(husk.read(data + data, rows=(len(rows), None), pure=True), rows)

    @unittest.skipUnless(has("cryptography"), "cryptography is not installed")
    def test_sealed_fields_are_not_needed_for_others(self):
        one = vector("encryption/fields")
        sealed = one.sections["sealed"]
        self.assertTrue(husk.read(sealed, "id", pure=True))
        with self.assertRaises(husk.HuskError) as caught:
            husk.read(sealed, pure=True)
        self.assertEqual(caught.exception.code, "missingFieldKey")
        keys = one.sections["field-keys"]
        self.assertEqual(husk.decode(sealed, field_keys=keys, pure=True), one.sections["document"])


@needs_library
class LibraryTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_every_byte_comes_back(self):
        for document in (LINES, ARRAY, b' [1, 2]\r\n', b'"\xc3\xa9"'):
            for layout in ("auto", "column", "text"):
                encoded = husk.encode(document, layout=layout)
                self.assertEqual(husk.decode(encoded), document)
                if has("zstandard", "brotli"):
                    self.assertEqual(husk.decode(encoded, pure=True), document)

    @unittest.skipUnless(has("zstandard", "brotli"), "zstandard or brotli is not installed")
    def test_both_decoders_give_the_same(self):
        for document in (LINES, ARRAY, b"[1]", b'{"user":{"name":1}}', b"[1]\n[2]\n",
                         b"[1,2] 3", ARRAY[:-1] + b',5]', LINES * 8, b"[]"):
            encoded = husk.encode(document)
            for fields, rows in ((None, None), ("user.name", None), ("id,user.tags", "10:20"),
                                 (None, "998:"), ("id", 0)):
                what = {"fields": fields, "rows": rows}
                self.assertEqual(husk.decode(encoded, **what),
                                 husk.decode(encoded, **what, pure=True))
                self.assertEqual(husk.read(encoded, **what), husk.read(encoded, **what, pure=True))
                path = self.folder / "data.husk"
                path.write_bytes(encoded)
                self.assertEqual(husk.read(path, **what), husk.read(encoded, **what))

    @unittest.skipUnless(has("cryptography"), "cryptography is not installed")
    def test_what_is_sealed_opens_in_python_too(self):
        key = b"husk keyring 1\nactive " + key_name(KEY).hex().encode() + b" " + \
            KEY.hex().encode() + b"\n"
        for document in (b'{"id":1,"user":{"name":"x"}}', LINES[:2000].rsplit(b"\n", 1)[0] + b"\n"):
            for what, opens in (
                ({"key": key}, {"keys": key}),
                ({"passphrase": "words"}, {"passphrase": "words"}),
                ({"field_key": key, "encrypt_fields": "user.name"}, {"field_keys": key}),
                ({"key": key, "layout": "text"}, {"keys": key}),
            ):
                encoded = husk.encode(document, codec="deflate", **what)
                self.assertEqual(husk.decode(encoded, **opens), document)
                self.assertEqual(husk.decode(encoded, **opens, pure=True), document)
                with self.assertRaises(husk.HuskError):
                    husk.decode(encoded)
        with self.assertWarnsRegex(UserWarning, "sealed at 'user.nmae'"):
            husk.encode(document, field_key=key, encrypt_fields="id,user.nmae")
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            husk.encode(document, field_key=key, encrypt_fields=["a\u2028b", "c"])
        self.assertEqual(["'a\u2028b'" in str(seen[0].message), len(seen)], [True, 2])

    def test_archives_are_smaller(self):
        archive = husk.encode(LINES, level="archive")
        self.assertLess(len(archive), len(husk.encode(LINES, level="max")))
        self.assertEqual(husk.decode(archive), LINES)

    def test_messages_decode_with_their_template(self):
        template = husk.train(LINES)
        first = LINES.splitlines()[0]
        for form in ("referenced", "bare", "embedded"):
            message = husk.encode(first, template=template, form=form)
            for pure in (False, True) if has("zstandard") else (False,):
                self.assertEqual(husk.decode(message, template=template, pure=pure), first)
        sequence = husk.encode_messages(LINES, template)
        self.assertLess(len(sequence), len(LINES) / 3)
        self.assertEqual(husk.decode_messages(sequence, template), LINES)
        path = self.folder / "rows.husktemplate"
        path.write_bytes(template.file)
        self.assertEqual(husk.Template.read(path).id, template.id)

    @unittest.skipUnless(has("zstandard"), "zstandard is not installed")
    def test_messages_of_a_template_with_a_model_decode_in_python(self):
        words = "the quick brown fox jumps over a lazy dog while nobody looks at any of it".split()
        texts = [" ".join(words[(i * step + i) % len(words)] for step in range(1, 9))
                 for i in range(40)]
        lines = b"".join(json.dumps({"n": i, "text": text}).encode() + b"\n"
                         for i, text in enumerate(texts))
        template = husk.train(lines, model=True)
        self.assertEqual(template.python.canonical[0], 2)
        sequence = husk.encode_messages(lines, template)
        self.assertEqual(husk.decode_messages(sequence, template), lines)
        self.assertEqual(decode_sequence(sequence, template=template.python), lines)

    def test_templates_are_kept_in_a_store(self):
        store = husk.Store(self.folder / "store")
        template = husk.train(LINES)
        self.assertEqual(store.put("rows", template), 1)
        self.assertEqual(store.get("rows").id, template.id)
        self.assertEqual(pickle.loads(pickle.dumps(template)).id, template.id)
        self.assertEqual(store.find(template.id[:16]).id, template.id)
        with self.assertRaises(husk.HuskError) as caught:
            store.get("others")
        self.assertEqual(caught.exception.code, "unknownTemplate")

    def test_rows_are_counted(self):
        for document, count in ((LINES, 1000), (ARRAY, 1000), (b"[1,2] 3", 2), (b"{}", 1)):
            encoded = husk.encode(document, codec="deflate")
            self.assertEqual(husk.count_rows(encoded), count)
            self.assertEqual(husk.count_rows(encoded + encoded), 2 * count)

    def test_errors_come_through(self):
        with self.assertRaises(husk.HuskError) as caught:
            husk.encode(b"[1,]")
        self.assertEqual((caught.exception.code, caught.exception.offset), ("unexpectedCharacter", 3))
        with self.assertRaises(husk.HuskError):
            husk.encode(b"1", layout="diagonal")
        with self.assertRaises(husk.HuskError) as caught:
            husk.decode(husk.encode(LINES)[:-3])
        self.assertEqual(caught.exception.code, "truncated")

    @unittest.skipUnless("HUSK_SLOW_TESTS" in os.environ, "HUSK_SLOW_TESTS is not set")
    def test_a_reader_takes_the_memory_of_some_blocks(self):
        peaks = []
        for factor in (200, 600):
            path = self.folder / "data.husk"
            path.write_bytes(husk.encode(LINES * factor, level=1))
            tracemalloc.start()
            with husk.open(path) as reader:
                count = sum(1 for _ in reader.texts())
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
            self.assertEqual(count, len(ROWS) * factor)
        self.assertLess(peaks[1], 1.5 * peaks[0])

    def test_open_files_and_streams_are_read(self):
        encoded = husk.encode(ARRAY)

        class Pipe:
            def __init__(self, data):
                self.inner = io.BytesIO(data)

            def read(self, count=-1):
                return self.inner.read(count)

        for source in (io.BytesIO(encoded), Pipe(encoded), memoryview(encoded)):
            self.assertEqual(husk.read(source, "id", rows="2:4"), [{"id": 2}, {"id": 3}])
        path = self.folder / "data.husk"
        path.write_bytes(encoded)
        with builtins.open(path, "rb") as stream:
            self.assertEqual(len(husk.read(stream)), len(ROWS))
        with husk.open(path, "id", rows=":2") as reader:
            self.assertEqual(list(reader.texts()), [b'{"id":0}', b'{"id":1}'])

    @unittest.skipUnless(has("pandas", "pyarrow"), "pandas or pyarrow is not installed")
    def test_the_guide_is_true(self):
        guide = (vectors.FOLDER.parents[1] / "Clients" / "python" / "README.md").read_text()
        guide = guide.replace("Corpus/", f"{vectors.FOLDER.parent}/").replace("```", "")
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)
        test = doctest.DocTestParser().get_doctest(guide, {}, "README.md", None, 0)
        out = io.StringIO()
        result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=out.write)
        self.assertEqual(result.failed, 0, out.getvalue())
        self.assertGreater(result.attempted, 10)

    @unittest.skipUnless(has("pandas"), "pandas is not installed")
    def test_rows_become_a_data_frame(self):
        frame = husk.to_pandas(husk.encode(LINES), "id", "10:20")
        self.assertEqual(list(frame["id"]), list(range(10, 20)))
        self.assertEqual(list(frame.columns), ["id"])

    @unittest.skipUnless(has("pyarrow"), "pyarrow is not installed")
    def test_rows_become_a_table(self):
        table = husk.to_arrow(husk.encode(b'{"a":1}\n{"a":2,"b":"x"}\n5'))
        self.assertEqual(table.to_pylist()[1], {"a": 2, "b": "x", "value": None})


if __name__ == "__main__":
    unittest.main()
