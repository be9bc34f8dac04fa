// SPDX-License-Identifier: Apache-2.0

/// A value that is being written: an object or array that is open, or one of which nothing is known.
struct EncodingPlace {
  /// What has been written of a value.
  enum Form {
    /// Nothing yet; where nothing follows, it becomes an empty object.
    case nothing
    case scalar, object, array
  }

  /// A number that no other place of the text has.
  let id: Int
  /// The place around it, or -1.
  let parent: Int
  /// The key that it has there.
  let key: any CodingKey
  /// Whether somebody holds on to it, who may write to it after others were written.
  let isHeld: Bool
  var form = Form.nothing
  /// The number of members or elements.
  var count = 0
  /// Where the closing bracket stands, once it is closed.
  var end = 0

  /// What follows the content of a closed place.
  var closing: [UInt8] {
    switch form {
    case .object: [UInt8(ascii: "}")]
    case .array: [UInt8(ascii: "]")]
    case .nothing: [UInt8(ascii: "{"), UInt8(ascii: "}")]
    case .scalar: []
    }
  }
}
