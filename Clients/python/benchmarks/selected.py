# SPDX-License-Identifier: Apache-2.0
"""Compares reading 3 fields of each row with json.loads on decompressed text.

selected.py HUSK-CORPUS [--bytes 50MB] [--rounds 5]: the data is what `husk-corpus` writes. Both ways
start from a file on disk and end with a list of dictionaries that hold the three fields. They take
turns, and the best of the rounds counts; other work on the machine shows in the others.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import husk
import zstandard

DATASETS = {
    "customers": ["id", "country", "balance"],
    "orders": ["orderId", "status", "total"],
    "telemetry": ["device", "ts", "co2"],
}


def from_zstd(path: pathlib.Path, fields: list[str]) -> list[dict]:
    """What people do: decompress, parse everything, keep some of it."""
    data = zstandard.ZstdDecompressor().decompress(path.read_bytes())
    if not data.startswith(b"["):
        # One call for all lines is faster than one for each.
        data = b"[" + b",".join(data.splitlines()) + b"]"
    return [{name: row[name] for name in fields if name in row} for row in json.loads(data)]


def from_husk(path: pathlib.Path, fields: list[str]) -> list[dict]:
    return husk.read(path, fields)


def seconds(work, *arguments):
    start = time.perf_counter()
    result = work(*arguments)
    return time.perf_counter() - start, result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus")
    parser.add_argument("--bytes", default="50MB")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if not husk.has_library():
        print("libhusk was not found; HUSK_LIBRARY can say where it is")
        return 1
    print("dataset       fields       plain        zstd        husk  json+zstd     husk  ratio")
    with tempfile.TemporaryDirectory() as folder:
        for name, fields in DATASETS.items():
            command = [options.corpus, name, "--bytes", options.bytes, "--pretty", "none"]
            plain = subprocess.run(command, check=True, capture_output=True).stdout
            zstd, encoded = pathlib.Path(folder, "data.zst"), pathlib.Path(folder, "data.husk")
            zstd.write_bytes(zstandard.ZstdCompressor(3).compress(plain))
            encoded.write_bytes(husk.encode(plain))
            first = plain.splitlines()[0] if not plain.startswith(b"[") else None
            row = json.loads(first) if first else json.loads(plain)[0]
            by_json, by_husk = [], []
            for _ in range(options.rounds):
                time_json, expected = seconds(from_zstd, zstd, fields)
                time_husk, found = seconds(from_husk, encoded, fields)
                if found != expected:
                    print(f"{name}: the rows differ")
                    return 1
                by_json.append(time_json)
                by_husk.append(time_husk)
            ratio = min(by_json) / min(by_husk)
            print(f"{name:12} {len(fields)} of {len(row):3} {len(plain):11} "
                  f"{zstd.stat().st_size:11} {encoded.stat().st_size:11} {min(by_json):8.3f} s "
                  f"{min(by_husk):6.3f} s {ratio:5.1f}x")
    return 0


if __name__ == "__main__":
    sys.exit(main())
