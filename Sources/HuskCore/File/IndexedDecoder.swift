// SPDX-License-Identifier: Apache-2.0

/// Decodes selected rows of files that can be read in any order (SPEC §9.9 Selected reading).
///
/// It gives what a decoder of all frames gives, but goes to the rows by the index of a file, or by its frame
/// headers, and reads of the other blocks no more than that: so what is wrong with those stays unseen.
package struct IndexedDecoder<Source: SeekableBytes>: ~Copyable {
  private let source: Source
  private let options: DecodeOptions
  private let index: ContainerIndex
  /// Whether the document of each file is an array whose elements are the rows.
  private let hasElements: [Bool]
  /// The blocks that hold wanted rows, and which of them comes next.
  private let blocks: [ContainerIndex.Location]
  private var nextBlock = 0
  private var decoder: BlockDecoder
  private var decompressor = Decompressor()
  private var writer: SelectionWriter
  /// The file that comes next or is being read, and where in its document that is.
  private var file = 0
  private var hasBegun = false
  private var hasClosed = false
  /// How what was returned last stands in the document that it is a part of.
  package private(set) var frame = BlockFrame()
  /// The template of that file, where it was read.
  private var template: (file: Int, plan: TemplatePlan?, byteCount: Int)?

  /// Finds the blocks of the rows.
  ///
  /// - Returns: A decoder, or `nil` where the input has to be read from its start: where it is no file of blocks, has
  ///   sealed fields, is asked for arrays inside of its texts, or is damaged, of which that reader knows more.
  /// - Complexity: O(*f* + *b*) small reads for *f* files and *b* blocks with such rows, or near them.
  package init?(_ selection: Selection, reading source: Source, options: DecodeOptions) {
    guard selection.array == nil, source.byteCount >= FileMagic.bytes.count,
      let index = try? ContainerIndex(
        reading: source, limits: options.limits, policy: options.sealPolicy),
      let hasElements = try? Self.forms(of: index, in: source),
      let blocks = try? index.blocks(holding: selection.rows, in: source)
    else { return nil }
    self.blocks = blocks
    self.hasElements = hasElements
    self.source = source
    self.options = options
    self.index = index
    decoder = BlockDecoder(options, selecting: selection)
    writer = SelectionWriter(selection, limits: options.limits)
  }

  /// Whether the rows of each file are elements of an array, or `nil` where it takes all blocks of a file to tell.
  private static func forms(
    of index: ContainerIndex, in source: borrowing Source
  ) throws(HuskError) -> [Bool]? {
    var hasElements: [Bool] = []
    for file in index.files.indices {
      guard let ends = try index.ends(ofFile: file, in: source) else {
        hasElements.append(false)
        continue
      }
      let first = try BlockContentHeader(startOf: ends.first, index, source)
      let last = try BlockContentHeader(startOf: ends.last, index, source).frame
      // What follows an array in one file is no element of it, and only going through all blocks tells where.
      guard !first.hasFields, !first.frame.continues,
        first.frame.hasElements == (last.hasElements && last.closes)
      else { return nil }
      hasElements.append(first.frame.hasElements)
    }
    return hasElements
  }

  /// How far it has got in the input, in bytes.
  package var offset: Int {
    nextBlock < blocks.count ? blocks[nextBlock].offset : source.byteCount
  }

  /// The number of rows that were passed, wanted or not.
  package var rowCount: Int { writer.rowCount }

  /// As `StreamProgress` has them.
  package var absentPaths: [String] { writer.absentPaths }

  /// Returns what is selected of the next block, or `nil` where all was returned.
  ///
  /// - Throws: ``HuskError`` that says which rule of SPEC.md the input breaks.
  /// - Complexity: O(*n*) for *n* bytes of text of a block.
  package mutating func next() throws(HuskError) -> [UInt8]? {
    while file < index.files.count {
      var output: [UInt8] = []
      if nextBlock < blocks.count, blocks[nextBlock].file == file {
        output = try write(blocks[nextBlock])
        nextBlock += 1
      } else {
        output = try endFile()
      }
      if !output.isEmpty { return output }
    }
    return nil
  }

  private mutating func write(_ location: ContainerIndex.Location) throws(HuskError) -> [UInt8] {
    let content = try index.content(of: location, in: source)
    let template = try fileTemplate()
    do throws(HuskError) {
      let header = try BlockContentHeader(content)
      let isFirst = location.offset == index.files[file].firstBlockOffset
      guard header.frame.continues != isFirst, header.frame.hasElements == hasElements[file],
        !header.hasFields, !hasClosed
      else {
        throw HuskError(.invalidFrame, "a block does not follow the one before it")
      }
      let block = FoundBlock(
        header: location.header, contentHeader: header, content: content, plan: template.plan,
        templateByteCount: template.byteCount, file: file, offset: location.offset,
        endOffset: location.payload.upperBound,
        frameByteCount: location.payload.upperBound - location.offset)
      frame = BlockFrame(
        hasElements: header.frame.hasElements, continues: hasBegun, closes: header.frame.closes)
      var output = try pass(location.rows.lowerBound - writer.rowCount, before: header.frame)
      let text = try decoder.decode(block)
      output += try writer.write(
        text, projected: decoder.projectedNodes, rowCount: location.rows.count, header.frame)
      hasBegun = true
      hasClosed = header.frame.closes
      return output
    } catch { throw error.placed(at: location.offset) }
  }

  /// Passes rows that are not wanted, before a block.
  private mutating func pass(_ count: Int, before frame: BlockFrame) throws(HuskError) -> [UInt8] {
    // Blocks before it may have no rows.
    guard frame.continues, count > 0 || !hasBegun else { return [] }
    let passed = BlockFrame(hasElements: frame.hasElements, continues: hasBegun, closes: false)
    return try writer.write(nil, rowCount: count, passed)
  }

  /// Passes what is left of the rows of a file.
  private mutating func endFile() throws(HuskError) -> [UInt8] {
    let hasElements = hasElements[file]
    let count = index.files[file].firstRow + index.files[file].rowCount - writer.rowCount
    frame = BlockFrame(hasElements: hasElements, continues: hasBegun, closes: hasElements)
    let output = hasClosed ? [] : try writer.write(nil, rowCount: count, frame)
    file += 1
    hasBegun = false
    hasClosed = false
    return output
  }

  /// The template of the file.
  private mutating func fileTemplate() throws(HuskError) -> (plan: TemplatePlan?, byteCount: Int) {
    if let template, template.file == file { return (template.plan, template.byteCount) }
    var found: (plan: TemplatePlan?, byteCount: Int) = (nil, 0)
    let frame = try index.template(of: file, in: source)
    do throws(HuskError) {
      switch frame {
      case .template(let frame)?:
        found = (try TemplatePlan(frame, &decompressor, options.limits), frame.payload.count)
      case .reference?: throw BlockReader.leavesTemplateOut
      default: break
      }
    } catch { throw error.placed(at: index.files[file].offset) }
    template = (file, found.plan, found.byteCount)
    return found
  }
}

extension BlockContentHeader {
  /// Reads the first byte of a block, and no more of it.
  fileprivate init(
    startOf block: ContainerIndex.Location, _ index: ContainerIndex,
    _ source: borrowing some SeekableBytes & ~Copyable
  ) throws(HuskError) {
    do throws(HuskError) {
      try self.init(try index.firstByte(of: block, in: source))
    } catch { throw error.placed(at: error.offset ?? block.offset) }
  }
}
