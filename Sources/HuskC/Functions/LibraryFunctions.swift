// SPDX-License-Identifier: Apache-2.0

public import CHusk
internal import Husk

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

// What each function does is said in husk.h, with which the compiler compares the declarations.

private let version = CText(Husk.version)

/// Implements `husk_version` of husk.h.
@c @implementation
public func husk_version() -> UnsafePointer<CChar>? {
  unsafe UnsafePointer(version.pointer)
}

/// Implements `husk_interface_version` of husk.h.
@c @implementation
public func husk_interface_version() -> Int32 { HUSK_INTERFACE_VERSION }

/// Implements `husk_free` of husk.h.
@c @implementation
public func husk_free(_ bytes: UnsafeMutableRawPointer?) {
  unsafe free(bytes)
}

/// Implements `husk_error_code` of husk.h.
@c @implementation
public func husk_error_code(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  unsafe UnsafePointer((Boundary.object(error, ErrorHandle.self)?.code ?? .empty).pointer)
}

/// Implements `husk_error_message` of husk.h.
@c @implementation
public func husk_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  unsafe UnsafePointer((Boundary.object(error, ErrorHandle.self)?.message ?? .empty).pointer)
}

/// Implements `husk_error_offset` of husk.h.
@c @implementation
public func husk_error_offset(_ error: OpaquePointer?) -> Int64 {
  unsafe Int64(Boundary.object(error, ErrorHandle.self)?.failure.offset ?? -1)
}

/// Implements `husk_error_line` of husk.h.
@c @implementation
public func husk_error_line(_ error: OpaquePointer?) -> Int64 {
  unsafe Int64(Boundary.object(error, ErrorHandle.self)?.failure.line ?? 0)
}

/// Implements `husk_error_column` of husk.h.
@c @implementation
public func husk_error_column(_ error: OpaquePointer?) -> Int64 {
  unsafe Int64(Boundary.object(error, ErrorHandle.self)?.failure.column ?? 0)
}

/// Implements `husk_error_free` of husk.h.
@c @implementation
public func husk_error_free(_ error: OpaquePointer?) {
  unsafe Boundary.release(error, ErrorHandle.self)
}

/// Implements `husk_key_generate` of husk.h.
@c @implementation
public func husk_key_generate(
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ resultCount: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    try unsafe Boundary.handOut(to: result, resultCount) { () throws(Failure) in
      Keyring(EncryptionKey()).text
    }
  }
}
