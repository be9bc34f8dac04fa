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

private nonisolated(unsafe) let version = CText(Husk.version)

@c @implementation
public func husk_version() -> UnsafePointer<CChar>? {
  unsafe UnsafePointer(version.pointer)
}

@c @implementation
public func husk_interface_version() -> Int32 { HUSK_INTERFACE_VERSION }

@c @implementation
public func husk_free(_ bytes: UnsafeMutableRawPointer?) {
  unsafe free(bytes)
}

@c @implementation
public func husk_error_code(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  unsafe UnsafePointer((Boundary.object(error, ErrorHandle.self)?.code ?? .empty).pointer)
}

@c @implementation
public func husk_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  unsafe UnsafePointer((Boundary.object(error, ErrorHandle.self)?.message ?? .empty).pointer)
}

@c @implementation
public func husk_error_offset(_ error: OpaquePointer?) -> Int64 {
  unsafe Int64(Boundary.object(error, ErrorHandle.self)?.failure.offset ?? -1)
}

@c @implementation
public func husk_error_line(_ error: OpaquePointer?) -> Int64 {
  unsafe Int64(Boundary.object(error, ErrorHandle.self)?.failure.line ?? 0)
}

@c @implementation
public func husk_error_column(_ error: OpaquePointer?) -> Int64 {
  unsafe Int64(Boundary.object(error, ErrorHandle.self)?.failure.column ?? 0)
}

@c @implementation
public func husk_error_free(_ error: OpaquePointer?) {
  unsafe Boundary.release(error, ErrorHandle.self)
}

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
