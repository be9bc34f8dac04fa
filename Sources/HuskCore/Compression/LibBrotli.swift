// SPDX-License-Identifier: Apache-2.0

internal import CBrotli

/// libbrotli, which is loaded when something is compressed by it, or was: at most levels nothing is.
enum LibBrotli {
  /// The functions of libbrotlienc, or the error of an encoder that was told to use it.
  static let encoder: Result<husk_brotli_encoder, HuskError> = {
    var functions = husk_brotli_encoder()
    if let fault = unsafe husk_find_brotli_encoder(&functions) {
      let reason = unsafe String(cString: fault)
      return .failure(HuskError(.unsupportedCodec, "libbrotlienc cannot be loaded: \(reason)"))
    }
    return .success(functions)
  }()

  /// Whether nothing can be compressed.
  static var lacksEncoder: Bool {
    if case .failure = encoder { true } else { false }
  }

  /// The functions of libbrotlidec, or the error of data that cannot be decompressed without it.
  static let decoder: Result<husk_brotli_decoder, HuskError> = {
    var functions = husk_brotli_decoder()
    if let fault = unsafe husk_find_brotli_decoder(&functions) {
      let reason = unsafe String(cString: fault)
      return .failure(HuskError(.unsupportedCodec, "libbrotlidec cannot be loaded: \(reason)"))
    }
    return .success(functions)
  }()
}
