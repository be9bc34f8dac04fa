# SPDX-License-Identifier: Apache-2.0
"""Decodes the text layout of Husk: decoder.py < FILE > DOCUMENT (SPEC.md, Appendix B)."""
import json
import re
import sys
from zlib import crc32

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]|[^][{}",: \t\r\n\ufeff]+')
OPEN, CLOSE = ("{", "["), ("}", "]")


def parse(tokens, token):
    """An array becomes a list, an object a tuple of pairs, anything else stays its lexeme."""
    if token == "[":
        return [parse(tokens, token) for token in iter(tokens.__next__, "]")]
    if token == "{":
        return tuple((key, parse(tokens, next(tokens))) for key in iter(tokens.__next__, "}"))
    return token


class Writer:
    """The document so far, with the gaps between its tokens (§5)."""

    def __init__(self, gaps):
        self.newline = json.loads(gaps.get('"newline"', '"\\n"'))
        self.indent = json.loads(gaps.get('"indent"', '""'))
        self.list = [json.loads(entry) for entry in gaps.get('"list"', [])]
        at = [int(number) for number in gaps.get('"at"', [])]
        self.surprises = list(zip(at[::2], at[1::2]))
        self.skipped, self.learnt, self.broken, self.last, self.pieces = 0, {}, [], "edge", []

    def token(self, kind, lexeme):
        if self.last == "key":
            self.after_gap("colon", ":")
        elif self.broken and self.last not in OPEN and kind not in CLOSE:
            self.after_gap("comma", ",")
        self.after_gap(kind, lexeme)

    def printed(self, last, kind, is_broken):
        if (self.indent or self.newline == " ") and (is_broken and (last == "comma" or kind in CLOSE) or last in OPEN):
            return 0 if last in OPEN and kind in CLOSE else 2
        has_space = self.list and isinstance(self.list[0], str) and not self.list[0].strip(" \t")
        return 3 if has_space and last in ("colon", "comma") else 0

    def after_gap(self, kind, lexeme):
        is_first, depth = self.last in OPEN, len(self.broken) - (kind in CLOSE)
        around = self.broken[:-1] if is_first else self.broken
        pair = (self.last, kind, around[-1] if around else False)
        ends, starts = self.last in (*CLOSE, "scalar"), kind in (*OPEN, "scalar")
        between = 2 if "\r" in self.newline else 1
        gap = between if not self.broken and ends and starts else self.printed(*pair)
        for context in (pair, (*pair, min(depth, 31))):
            gap = self.learnt.get(context, (gap, False))[0]
        if self.surprises and self.surprises[0][0] == self.skipped:
            gap, self.skipped = self.surprises.pop(0)[1], 0
        else:
            self.skipped += 1
        for context in (pair, (*pair, min(depth, 31))):
            learnt, missed = self.learnt.get(context, (gap, False))
            self.learnt[context] = (gap, False) if missed or learnt == gap else (learnt, True)
        blanks = ["", "\n", 0, *self.list][gap]
        if is_first:
            self.broken[-1] = isinstance(blanks, int) or "\n" in blanks or "\r" in blanks
        if isinstance(blanks, int):
            blanks = self.newline + self.indent * max(depth + blanks, 0)
        if kind in OPEN:
            self.broken.append(False)
        elif kind in CLOSE:
            self.broken.pop()
        self.last = kind
        self.pieces += [blanks, lexeme]


class Decoder:
    """Walks the template and takes the values one by one (§6)."""

    def __init__(self, file):
        file = dict(file)
        template = dict(file['"template"'])
        is_key = lambda item: isinstance(item, str) and item[0] == '"'
        self.shapes = []
        for items in template.get('"shapes"', []):
            has_parent = items and isinstance(items[0], str) and items[0].isdigit()
            fields = list(self.shapes[int(items.pop(0))]) if has_parent else []
            while items:
                key, slot = items.pop(0), "null"
                if items and not is_key(items[0]):
                    slot = items.pop(0)
                optional = dict(slot).get('"optional"') if isinstance(slot, tuple) else None
                fields.append((key, optional or slot, optional is not None))
            self.shapes.append(fields)
        self.values = iter(file['"values"'])
        self.writer = Writer(dict(file.get('"gaps"', ())))
        for _ in range(int(file.get('"texts"', "1"))):
            self.slot(template['"root"'])
        self.writer.after_gap("edge", "")
        assert not list(self.values) and not self.writer.surprises, "something is left over"
        self.document = "".join(self.writer.pieces).encode()
        assert crc32(self.document) == int(file['"check"'][1:-1], 16), "the check is wrong"

    def count(self):
        return int(next(self.values))

    def slot(self, slot):
        if slot == "null":
            self.value(next(self.values))
        elif isinstance(slot, str):
            self.object(self.shapes[int(slot)])
        elif isinstance(slot, list):
            self.array([slot[0]] * self.count())
        elif (slot := dict(slot)).get('"const"'):
            self.value(slot['"const"'])
        elif '"enum"' in slot:
            self.entry(slot['"enum"'], next(self.values), "scalar")
        elif '"tuple"' in slot:
            self.array(slot['"tuple"'])
        elif '"oneOf"' in slot:
            self.slot(slot['"oneOf"'][self.count()])
        else:
            count = self.count()
            self.writer.token("{", "{")
            for _ in range(count):
                self.entry(slot.get('"keys"', []), next(self.values), "key")
                self.slot(slot['"map"'])
            self.writer.token("}", "}")

    def array(self, slots):
        self.writer.token("[", "[")
        for slot in slots:
            self.slot(slot)
        self.writer.token("]", "]")

    def object(self, fields):
        count = sum(optional for _, _, optional in fields)
        numbers = [self.count() for _ in range(0, count, 32)]
        presence = sum(number << 32 * index for index, number in enumerate(numbers))
        self.writer.token("{", "{")
        for key, slot, optional in fields:
            is_present = not optional or presence & 1
            presence >>= optional
            if is_present:
                self.writer.token("key", key)
                self.slot(slot)
        self.writer.token("}", "}")

    def entry(self, dictionary, value, kind):
        if isinstance(value, str) and value[0] in "-0123456789":
            self.writer.token(kind, dictionary[int(value)])
        elif kind == "key":
            self.writer.token(kind, value)
        else:
            self.value(value[0] if isinstance(value, list) else value)

    def value(self, value):
        if isinstance(value, list):
            self.writer.token("[", "[")
            for element in value:
                self.value(element)
            self.writer.token("]", "]")
        elif isinstance(value, tuple):
            self.writer.token("{", "{")
            for key, element in value:
                self.writer.token("key", key)
                self.value(element)
            self.writer.token("}", "}")
        else:
            self.writer.token("scalar", value)


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    tokens = iter(TOKEN.findall(sys.stdin.buffer.read().decode()))
    sys.stdout.buffer.write(Decoder(parse(tokens, next(tokens))).document)
