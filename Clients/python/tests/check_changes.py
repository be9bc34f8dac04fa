# SPDX-License-Identifier: Apache-2.0
"""Changes good vectors at random: check_changes.py [SECONDS [SEED]].

Whatever is changed, the decoder in Python gives an error of its own or the right document. It prints
what does anything else, and ends with 1 if there was something.
"""

from __future__ import annotations

import random
import sys
import time

import check_vectors
import vectors
from husk.errors import HuskError

FOLDERS = {"text": "text", "gaps": "text", "column": "file", "container": "file", "row": "message", "primed": "message",
           "encryption": "sealed", "sequence": "sequence", "template-file": "file",
           "template": "canonical", "json": "document", "modelled": "file"}
# A modelled block of the size that a change makes it announce could take hours.
LIMITS = {"modelled": "decodedByteCount=4096"}

CHECKED = ("text", "gaps", "column", "row", "primed", "encryption", "modelled")
RESULTS = ("document", "frames", "template", "canonical")


def folder_of(vector) -> str:
    return vector.name.split("/")[0]


def changed(data: bytes, dice: random.Random) -> bytes:
    """The bytes with something changed, taken out, put in or doubled."""
    out = bytearray(data)
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        at = dice.randrange(len(out) + 1)
        kind = dice.randrange(5)
        if kind == 0 and at < len(out):
            out[at] ^= 1 << dice.randrange(8)
        elif kind == 1 and at < len(out):
            out[at] = dice.choice((0, 1, 2, 0x7F, 0x80, 0xFF, dice.randrange(256)))
        elif kind == 2:
            del out[at : at + dice.randrange(1, 5)]
        elif kind == 3:
            out[at:at] = dice.randbytes(dice.randrange(1, 4))
        else:
            out[at:at] = out[at : at + dice.randrange(1, 12)]
    return bytes(out)


def main(seconds: float, seed: int) -> int:
    dice = random.Random(seed)
    cases = [(vector, check_vectors.CHECKS[folder], section)
             for folder, section in FOLDERS.items() for vector in vectors.all_of(folder)
             if section in vector.sections]
    for vector, _, _ in cases:
        limit = LIMITS.get(folder_of(vector))
        if limit:
            vector.header["options"] = f"{vector.header.get('options', '')} {limit}"
    end, tries, faults = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        vector, check, section = dice.choice(cases)
        good = vector.sections[section]
        vector.sections[section] = changed(good, dice)
        tries += 1
        try:
            check(vector)
        except HuskError:
            pass
        except check_vectors.Different as error:
            # Another document may come out only where no check is over it.
            if vector.expect == "success" and folder_of(vector) in CHECKED:
                faults += 1
                print(f"{vector.name}: {vector.sections[section].hex()}: {error}")
        except Exception as error:
            # A bad vector that became a good one has no result to compare with.
            if isinstance(error, KeyError) and error.args[0] in RESULTS:
                vector.sections[section] = good
                continue
            faults += 1
            print(f"{vector.name}: {vector.sections[section].hex()}: {type(error).__name__} {error}")
        vector.sections[section] = good
    print(f"{tries} changes, {faults} faults")
    return 1 if faults or not tries else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60,
                  int(sys.argv[2]) if len(sys.argv) > 2 else 1))
