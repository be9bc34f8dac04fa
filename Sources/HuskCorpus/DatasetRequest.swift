// SPDX-License-Identifier: Apache-2.0

/// What to make: a dataset, how much of it, from which seed.
package struct DatasetRequest {
  /// The dataset.
  package var dataset: any Dataset.Type
  /// How much of it.
  package var size: DatasetSize
  /// The seed; equal seeds give equal bytes.
  package var seed: UInt64
  /// The whitespace.
  package var whitespace: JSONWriter.Whitespace

  /// How many bytes are collected before they are handed on.
  private static let bufferByteCount = 1 << 18

  /// Creates a request from its parts; the whitespace is the dataset's own unless it is given.
  package init(
    _ dataset: any Dataset.Type, size: DatasetSize, seed: UInt64,
    whitespace: JSONWriter.Whitespace? = nil
  ) {
    self.dataset = dataset
    self.size = size
    self.seed = seed
    self.whitespace = whitespace ?? dataset.whitespace
  }

  /// Makes the data and hands it on piece by piece.
  ///
  /// - Parameter sink: What takes the pieces, each of about 256 KiB.
  /// - Throws: What the sink throws.
  package func write<Failure>(
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try write(dataset, to: sink)
  }

  /// Makes the data in memory.
  package func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    write { bytes += $0 }
    return bytes
  }

  private func write<Data: Dataset, Failure>(
    _ type: Data.Type, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var data = Data(seed: seed, whitespace: whitespace)
    var writer = JSONWriter(whitespace: whitespace)
    var recordCount = 0
    data.writeStart(to: &writer)
    while !size.isReached(
      recordCount: recordCount, byteCount: writer.byteCount + data.endByteCount)
    {
      data.writeRecord(recordCount, to: &writer)
      recordCount += 1
      if writer.bytes.count >= Self.bufferByteCount {
        try sink(writer.bytes)
        writer.removeBytes()
      }
    }
    data.writeEnd(recordCount: recordCount, to: &writer)
    try sink(writer.bytes)
  }
}
