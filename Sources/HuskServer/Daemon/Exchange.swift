// SPDX-License-Identifier: Apache-2.0

internal import CMicrohttpd
internal import HuskHTTP

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A request that is arriving, and its answer.
///
/// libmicrohttpd calls for one connection from one thread at a time.
final class Exchange {
  /// What has arrived of the request.
  private(set) var request: ServerRequest
  /// What was answered.
  private(set) var response: ServerResponse?
  /// When the head of the request was there.
  let start = ContinuousClock.now
  private var hasHead = false
  /// How much of a body that is too large was not kept.
  private var droppedByteCount = 0

  /// Creates an exchange for the target of a request.
  init(target: String) {
    request = ServerRequest("", target)
  }

  /// What to do after some of a request has arrived.
  enum Step {
    /// Wait for more.
    case more
    /// Answer what is there.
    case answer
    /// Answer that the body is too large.
    case refuse
    /// End the connection.
    case cut
  }

  /// Takes the head of the request, the first time; says `nil` the other times.
  func takeHead(
    _ connection: OpaquePointer, method: String, limit: Int
  ) -> Step? {
    guard !hasHead else { return nil }
    hasHead = true
    request.method = method
    unsafe request.fields = Self.fields(connection)
    unsafe request.peer = Self.peer(connection)
    let count = request.fields["Content-Length"].flatMap { Int($0) } ?? 0
    return count > limit ? .refuse : .more
  }

  /// Takes a piece of the body.
  func takeBody(_ piece: UnsafeBufferPointer<CChar>, limit: Int) -> Step {
    if droppedByteCount == 0, request.body.count + piece.count <= limit {
      unsafe request.body += piece.map { UInt8(bitPattern: $0) }
      return .more
    }
    // As much again is read and dropped, so that the other side comes to reading the answer.
    request.body = []
    droppedByteCount += piece.count
    return droppedByteCount > limit ? .cut : .more
  }

  /// What to do when the request is there.
  var lastStep: Step { droppedByteCount > 0 ? .refuse : .answer }

  /// Hands an answer to the library.
  func send(_ response: ServerResponse, on connection: OpaquePointer) -> MHD_Result {
    self.response = response
    request.body = []
    let reply: OpaquePointer?
    switch response.body {
    case .bytes(let bytes):
      unsafe reply = unsafe bytes.withUnsafeBytes { buffer in
        unsafe husk_httpd_reply(buffer.baseAddress, buffer.count)
      }
    case .unsent(let byteCount):
      unsafe reply = husk_httpd_count(UInt64(byteCount))
    case .file(let file):
      // The library closes the descriptor once it has it.
      let descriptor = file.release()
      unsafe reply = MHD_create_response_from_fd64(UInt64(file.byteCount), descriptor)
      if unsafe reply == nil { close(descriptor) }
    }
    guard let reply = unsafe reply else { return husk_httpd_end }
    defer { unsafe MHD_destroy_response(reply) }
    for line in response.fields.lines {
      _ = unsafe MHD_add_response_header(reply, line.name, line.value)
    }
    return unsafe MHD_queue_response(connection, UInt32(response.status), reply)
  }

  private static func fields(_ connection: OpaquePointer) -> HTTPFields {
    final class Box { var fields = HTTPFields() }
    let box = Box()
    let context = unsafe Unmanaged.passUnretained(box).toOpaque()
    unsafe husk_httpd_fields(
      connection,
      { context, _, name, value in
        guard let context = unsafe context, let name = unsafe name else { return husk_httpd_go_on }
        let box = unsafe Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
        box.fields.append(
          unsafe String(cString: name), unsafe value.map { unsafe String(cString: $0) } ?? "")
        return husk_httpd_go_on
      }, context)
    return box.fields
  }

  private static func peer(_ connection: OpaquePointer) -> String {
    var text = [CChar](repeating: 0, count: 64)
    unsafe husk_httpd_peer(connection, &text, text.count)
    return String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
