// SPDX-License-Identifier: Apache-2.0

public import CHusk

// What each function does is said in husk.h, with which the compiler compares the declarations.

/// Implements `husk_stream_new` of husk.h.
@c @implementation
public func husk_stream_new(
  _ codec: OpaquePointer?, _ direction: husk_direction,
  _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    let settings = unsafe Boundary.object(codec, Codec.self)?.settings ?? Settings()
    try unsafe Boundary.handOut(to: result) { () throws(Failure) in
      try CodecStream(direction, settings)
    }
  }
}

/// Implements `husk_stream_append` of husk.h.
@c @implementation
public func husk_stream_append(
  _ stream: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    let stream = try unsafe Boundary.needed(stream, "stream", CodecStream.self)
    try stream.append(try unsafe Boundary.bytes(bytes, count, "bytes"))
  }
}

/// Implements `husk_stream_finish` of husk.h.
@c @implementation
public func husk_stream_finish(
  _ stream: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    try unsafe Boundary.needed(stream, "stream", CodecStream.self).finish()
  }
}

/// Implements `husk_stream_next` of husk.h.
@c @implementation
public func husk_stream_next(
  _ stream: OpaquePointer?, _ result: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ resultCount: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    try unsafe Boundary.handOut(to: result, resultCount) { () throws(Failure) in
      try unsafe Boundary.needed(stream, "stream", CodecStream.self).next()
    }
  }
}

/// Implements `husk_stream_has_elements` of husk.h.
@c @implementation
public func husk_stream_has_elements(_ stream: OpaquePointer?) -> Int32 {
  unsafe Boundary.object(stream, CodecStream.self)?.hasElements == true ? 1 : 0
}

/// Implements `husk_stream_unsealed_fields` of husk.h.
@c @implementation
public func husk_stream_unsealed_fields(_ stream: OpaquePointer?) -> UnsafePointer<CChar>? {
  let fields = unsafe Boundary.object(stream, CodecStream.self)?.unsealedFields ?? .empty
  return unsafe UnsafePointer(fields.pointer)
}

/// Implements `husk_stream_free` of husk.h.
@c @implementation
public func husk_stream_free(_ stream: OpaquePointer?) {
  unsafe Boundary.release(stream, CodecStream.self)
}

/// Implements `husk_reader_open` of husk.h.
@c @implementation
public func husk_reader_open(
  _ codec: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    let settings = unsafe Boundary.object(codec, Codec.self)?.settings ?? Settings()
    try unsafe Boundary.handOut(to: result) { () throws(Failure) in
      try FileReader(InputFile(path: try unsafe Boundary.text(path, "path")), settings)
    }
  }
}

/// Implements `husk_reader_open_descriptor` of husk.h.
@c @implementation
public func husk_reader_open_descriptor(
  _ codec: OpaquePointer?, _ descriptor: Int32,
  _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    let settings = unsafe Boundary.object(codec, Codec.self)?.settings ?? Settings()
    try unsafe Boundary.handOut(to: result) { () throws(Failure) in
      guard descriptor >= 0 else { throw .argument("\(descriptor) is no descriptor") }
      return try FileReader(InputFile(descriptor: descriptor), settings)
    }
  }
}

/// Implements `husk_reader_next` of husk.h.
@c @implementation
public func husk_reader_next(
  _ reader: OpaquePointer?, _ result: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ resultCount: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    try unsafe Boundary.handOut(to: result, resultCount) { () throws(Failure) in
      try unsafe Boundary.needed(reader, "reader", FileReader.self).next()
    }
  }
}

/// Implements `husk_reader_has_elements` of husk.h.
@c @implementation
public func husk_reader_has_elements(_ reader: OpaquePointer?) -> Int32 {
  unsafe Boundary.object(reader, FileReader.self)?.hasElements == true ? 1 : 0
}

/// Implements `husk_reader_close` of husk.h.
@c @implementation
public func husk_reader_close(_ reader: OpaquePointer?) {
  unsafe Boundary.release(reader, FileReader.self)
}
