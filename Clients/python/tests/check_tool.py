# SPDX-License-Identifier: Apache-2.0
"""Decodes in Python what the tool encodes: check_tool.py HUSK [DOCUMENT …].

Every document is encoded in all layouts, with all codecs, sealed, and as messages, and has to come
back byte for byte. Without names it takes the documents of the corpus.
"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from husk.decoder import decode, decode_sequence
from husk.encryption import Keyring
from husk.files import Options
from husk.message_template import TemplateFile

DOCUMENTS = pathlib.Path(__file__).resolve().parents[3] / "Corpus" / "documents"
WAYS = [
    ["--layout", "text"], ["--layout", "column"], ["-1"], ["-9"],
    *(["--codec", codec] for codec in ("none", "deflate", "gzip", "zstd", "brotli")),
    ["--minify"],
]


def texts(document: bytes) -> list[bytes]:
    """The texts of a document, each on a line of its own."""
    lines = document.splitlines()
    try:
        for line in lines:
            json.loads(line)
    except ValueError:
        return [document]
    return lines


def main(husk: str, documents: list[pathlib.Path]) -> int:
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        os.environ["HOME"], os.environ["HUSK_STORE"] = folder, str(place / "store")

        def run(*words) -> bytes:
            return subprocess.run([husk, *map(str, words)], check=True, capture_output=True).stdout

        key = place / "key"
        run("keygen", "-o", key)
        ring = Keyring.read(key.read_bytes())
        for document in documents:
            plain = document.read_bytes()
            for way in [*WAYS, ["--key", key], ["--envelope"]]:
                if "text" in way and len(plain) > 1_000_000:
                    continue
                encoded = run("encode", "-c", *way, document)
                start = time.perf_counter()
                decoded = decode(encoded, Options(keys=ring))
                seconds = time.perf_counter() - start
                good = decoded == plain
                if "--minify" in way:
                    good = list(map(json.loads, texts(decoded))) == list(map(json.loads, texts(plain)))
                faults += not good
                print(f"{document.name:24} {' '.join(map(str, way[:2]))[:24]:24} {len(encoded):9} "
                      f"{seconds:7.3f} s {'' if good else 'DIFFERS'}")
            for more in ([], ["--model"]) if document.suffix == ".ndjson" else ():
                name = document.stem + "".join(more)
                run("template", "train", name, *more, document)
                encoded = run("encode", "-c", "--messages", "--template", name, document)
                run("template", "export", name, "-f", "-o", place / "template")
                one = TemplateFile((place / "template").read_bytes()).template
                start = time.perf_counter()
                good = decode_sequence(encoded, Options(), one) == plain
                seconds = time.perf_counter() - start
                faults += not good
                print(f"{document.name:24} {' '.join(['--messages', *more]):24} {len(encoded):9} "
                      f"{seconds:7.3f} s {'' if good else 'DIFFERS'}")
    print(f"{faults} differ")
    return 1 if faults else 0


if __name__ == "__main__":
    chosen = [pathlib.Path(name) for name in sys.argv[2:]] or sorted(DOCUMENTS.iterdir())
    sys.exit(main(sys.argv[1], chosen))
