// SPDX-License-Identifier: Apache-2.0

public import CHusk
internal import Husk

// What each function does is said in husk.h, with which the compiler compares the declarations.

/// Implements `husk_codec_new` of husk.h.
@c @implementation
public func husk_codec_new() -> OpaquePointer? {
  unsafe Boundary.handle(Codec())
}

/// Implements `husk_codec_free` of husk.h.
@c @implementation
public func husk_codec_free(_ codec: OpaquePointer?) {
  unsafe Boundary.release(codec, Codec.self)
}

/// Implements `husk_codec_set` of husk.h.
@c @implementation
public func husk_codec_set(
  _ codec: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    let codec = try unsafe Boundary.needed(codec, "codec", Codec.self)
    let name = try unsafe Boundary.text(name, "name")
    let value = try unsafe Boundary.text(value, "value")
    try codec.change { settings throws(Failure) in try settings.set(name, to: value) }
  }
}

/// Implements `husk_codec_set_secret` of husk.h.
@c @implementation
public func husk_codec_set_secret(
  _ codec: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ bytes: UnsafeRawPointer?,
  _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    let codec = try unsafe Boundary.needed(codec, "codec", Codec.self)
    let name = try unsafe Boundary.text(name, "name")
    var words = try unsafe Boundary.bytes(bytes, count, "bytes")
    defer { SecretBytes.wipe(&words) }
    let secret = try Secret(name, words)
    try codec.change { settings throws(Failure) in settings.secrets.set(secret) }
  }
}

/// Implements `husk_codec_set_store` of husk.h.
@c @implementation
public func husk_codec_set_store(
  _ codec: OpaquePointer?, _ store: OpaquePointer?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    let codec = try unsafe Boundary.needed(codec, "codec", Codec.self)
    let store = unsafe Boundary.object(store, StoreHandle.self)?.store
    try codec.change { settings throws(Failure) in settings.store = store }
  }
}

/// Implements `husk_codec_set_template` of husk.h.
@c @implementation
public func husk_codec_set_template(
  _ codec: OpaquePointer?, _ template: OpaquePointer?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    let codec = try unsafe Boundary.needed(codec, "codec", Codec.self)
    let template = unsafe Boundary.object(template, TemplateHandle.self)?.template
    try codec.change { settings throws(Failure) in settings.template = template }
  }
}

/// Implements `husk_encode` of husk.h.
@c @implementation
public func husk_encode(
  _ codec: OpaquePointer?, _ json: UnsafePointer<UInt8>?, _ count: Int,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ resultCount: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe handOut(to: result, resultCount, error) { () throws(Failure) in
    try unsafe existing(codec).encode(try unsafe Boundary.bytes(json, count, "json"))
  }
}

/// Implements `husk_codec_unsealed_fields` of husk.h.
@c @implementation
public func husk_codec_unsealed_fields(_ codec: OpaquePointer?) -> UnsafePointer<CChar>? {
  let fields = unsafe Boundary.object(codec, Codec.self)?.unsealedFields ?? .empty
  return unsafe UnsafePointer(fields.pointer)
}

/// Implements `husk_decode` of husk.h.
@c @implementation
public func husk_decode(
  _ codec: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ resultCount: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe handOut(to: result, resultCount, error) { () throws(Failure) in
    try unsafe existing(codec).decode(try unsafe Boundary.bytes(bytes, count, "bytes"))
  }
}

/// Implements `husk_inspect` of husk.h.
@c @implementation
public func husk_inspect(
  _ codec: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ resultCount: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe handOut(to: result, resultCount, error) { () throws(Failure) in
    try unsafe existing(codec).inspect(try unsafe Boundary.bytes(bytes, count, "bytes"))
  }
}

/// The codec of a caller, or one as it comes.
@unsafe private func existing(_ codec: OpaquePointer?) -> Codec {
  unsafe Boundary.object(codec, Codec.self) ?? Codec()
}

/// Gives the bytes that `make` makes to a caller.
@unsafe private func handOut(
  to result: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?,
  _ make: () throws(Failure) -> [UInt8]
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    try unsafe Boundary.handOut(to: result, count, make)
  }
}
