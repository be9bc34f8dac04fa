# SPDX-License-Identifier: Apache-2.0
"""Encodes the parts of a dataset on the workers of Spark, and joins them into one file.

encode.py MASTER FOLDER DATASET [--messages STORE]: FOLDER holds the parts, files that end with
.ndjson, where all workers reach them. With --messages the driver trains a template on the first
part, publishes it in STORE, and workers make messages with it.
"""

from __future__ import annotations

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import husk
import husk_jobs
from pyspark.sql import SparkSession

NAME = "spark/orders"
SAMPLE_LINES = 2000


def publish(part: pathlib.Path, store: str) -> None:
    """Trains a template on a sample, and puts it where all workers find it."""
    with part.open("rb") as stream:
        sample = b"".join(line for line, _ in zip(stream, range(SAMPLE_LINES)))
    template = husk.train(sample)
    version = husk.Store(store).put(NAME, template)
    print(f"template {NAME}@{version}: {len(template.file)} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("master")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("dataset")
    parser.add_argument("--messages", metavar="STORE")
    options = parser.parse_args()
    parts = sorted(options.folder.resolve().glob("*.ndjson"))
    if options.messages:
        publish(parts[0], options.messages)
    suffix = ".messages" if options.messages else ".husk"
    pairs = [(str(part), str(part.with_suffix(suffix))) for part in parts]
    store = options.messages

    def work(pair: tuple[str, str]) -> tuple[str, int, int]:
        if store:
            return husk_jobs.encode_part_as_messages(*pair, store, NAME)
        return husk_jobs.encode_part(*pair)

    spark = SparkSession.builder.master(options.master).appName("encode").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    spark.sparkContext.addPyFile(husk_jobs.__file__)
    done = spark.sparkContext.parallelize(pairs, len(pairs)).map(work).collect()
    spark.stop()
    husk_jobs.concatenate([target for target, _, _ in done], options.dataset)
    plain, encoded = sum(size for _, size, _ in done), sum(size for _, _, size in done)
    print(f"{len(done)} parts, {plain} bytes of NDJSON, {encoded} encoded")


if __name__ == "__main__":
    main()
