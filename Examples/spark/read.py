# SPDX-License-Identifier: Apache-2.0
"""Reads some fields of a dataset as a DataFrame of Spark: read.py MASTER DATASET WORKERS.

Each worker reads a share of the rows, and of these the columns that are asked for.
"""

from __future__ import annotations

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import husk
import husk_jobs
from pyspark.sql import SparkSession

FIELDS = ["orderId", "status", "total"]
SCHEMA = "orderId string, status string, total double"


def main(master: str, dataset: str, workers: int) -> None:
    dataset = str(pathlib.Path(dataset).resolve())
    shares = husk_jobs.shares(husk.count_rows(dataset), workers)

    def read(share: tuple[int, int]):
        return [(name, status, None if total is None else float(total))
                for name, status, total in husk_jobs.rows_of(dataset, FIELDS, share)]

    spark = SparkSession.builder.master(master).appName("read").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    spark.sparkContext.addPyFile(husk_jobs.__file__)
    rows = spark.sparkContext.parallelize(shares, len(shares)).flatMap(read)
    frame = spark.createDataFrame(rows, SCHEMA)
    frame.groupBy("status").agg({"*": "count", "total": "sum"}).orderBy("status").show()
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
