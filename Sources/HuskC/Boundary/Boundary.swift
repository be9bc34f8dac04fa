// SPDX-License-Identifier: Apache-2.0

internal import CHusk

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a place for a handle is.
typealias HandlePlace = UnsafeMutablePointer<OpaquePointer?>
/// Where a place for bytes is.
typealias BytesPlace = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>

/// What all functions of the interface in C have in common: NULLs, handles, bytes and errors.
enum Boundary {
  /// Does what can fail, and hands out the error where it does.
  static func call(
    _ error: HandlePlace?, _ body: () throws(Failure) -> Void
  ) -> husk_status {
    do throws(Failure) {
      try body()
      return husk_status(HUSK_OK)
    } catch let failure {
      if let error = unsafe error { unsafe error.pointee = handle(ErrorHandle(failure)) }
      return failure.status
    }
  }

  // MARK: Handles

  /// A handle that keeps an object until it is freed.
  static func handle(_ object: AnyObject) -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
  }

  /// The object of a handle, or nothing for NULL.
  static func object<Object: AnyObject>(
    _ handle: OpaquePointer?, _ type: Object.Type = Object.self
  ) -> Object? {
    guard let handle = unsafe handle else { return nil }
    return unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  /// The object of a handle.
  ///
  /// - Throws: ``Failure`` for NULL.
  static func needed<Object: AnyObject>(
    _ handle: OpaquePointer?, _ name: String, _ type: Object.Type = Object.self
  ) throws(Failure) -> Object {
    guard let object = unsafe object(handle, type) else { throw null(name) }
    return object
  }

  /// Lets go of the object of a handle.
  static func release<Object: AnyObject>(_ handle: OpaquePointer?, _ type: Object.Type) {
    guard let handle = unsafe handle else { return }
    unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
  }

  /// Puts the handle of a new object into a place.
  static func handOut<Object: AnyObject>(
    to place: HandlePlace?, _ make: () throws(Failure) -> Object
  ) throws(Failure) {
    guard let place = unsafe place else { throw null("result") }
    unsafe place.pointee = nil
    let object = try make()
    unsafe place.pointee = handle(object)
  }

  // MARK: Bytes

  /// Copies bytes of the caller.
  static func bytes(
    _ start: UnsafeRawPointer?, _ count: Int, _ name: String
  ) throws(Failure) -> [UInt8] {
    guard count >= 0 else { throw .argument("the count of \(name) is no size of memory") }
    guard count > 0 else { return [] }
    guard let start = unsafe start else { throw null(name) }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Puts a copy of bytes that are made into a place; nothing is NULL.
  static func handOut(
    to place: BytesPlace?, _ countPlace: UnsafeMutablePointer<Int>?,
    _ make: () throws(Failure) -> [UInt8]?
  ) throws(Failure) {
    guard let place = unsafe place else { throw null("result") }
    guard let countPlace = unsafe countPlace else { throw null("result_count") }
    unsafe place.pointee = nil
    unsafe countPlace.pointee = 0
    guard let bytes = try make() else { return }
    guard let copy = unsafe malloc(max(bytes.count, 1)) else { throw .memory }
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { unsafe memcpy(copy, start, source.count) }
    }
    unsafe place.pointee = copy.assumingMemoryBound(to: UInt8.self)
    unsafe countPlace.pointee = bytes.count
  }

  // MARK: Text

  /// Copies a string of the caller.
  static func text(
    _ start: UnsafePointer<CChar>?, _ name: String
  ) throws(Failure) -> String {
    guard let start = unsafe start else { throw null(name) }
    guard let text = unsafe String(validatingCString: start) else {
      throw .argument("\(name) is not UTF-8")
    }
    return text
  }

  private static func null(_ name: String) -> Failure { .argument("\(name) is NULL") }
}
