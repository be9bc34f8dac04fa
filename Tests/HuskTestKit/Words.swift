// SPDX-License-Identifier: Apache-2.0

/// The material that generated strings and keys are made of.
enum Words {
  /// Everyday words, short and long.
  static let plain = [
    "alpha", "blue", "open", "closed", "error", "warning", "north", "user", "order", "paid",
    "standard", "delivery", "temperature", "request", "timeout", "connection", "unavailable",
    "configuration", "a", "of", "the", "and", "x86_64", "linux",
  ]

  /// Words in scripts of two, three and four bytes per character, and characters that trip
  /// naive code: combining marks, joiners, line separators, a byte order mark, noncharacters.
  static let scripts = [
    "Zürich", "Łódź", "Ελλάδα", "Москва", "ירושלים", "القاهرة", "देहली", "กรุงเทพ", "東京都",
    "서울", "上海市", "Nguyễn", "e\u{301}clair", "👩‍👩‍👧", "🇨🇭", "𝄞𝔘", "𠮷野家", "\u{2028}",
    "\u{FEFF}", "\u{7F}", "\u{FFFF}", "\u{10FFFF}", "\u{200F}",
  ]

  /// Pieces of string lexemes that hold escapes of every form, valid and lone surrogates among
  /// them, in upper and lower case.
  static let escapes = [
    #"\""#, #"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\n"#, #"\r"#, #"\t"#, #"\u00e9"#, #"\u00E9"#,
    #"\u0000"#, #"\u001f"#, #"\u007F"#, #"\u2028"#, #"\uD83D\uDE00"#, #"\ud83d\ude00"#,
    #"\uD83d\uDe00"#, #"\uD800"#, #"\udfff"#, #"\uDE00\uD83D"#, #"\uFFFF"#, #"\u0041"#,
    #"\u005C"#, #"\u0022"#, #"\uFEFF"#,
  ]

  /// Keys that data has everywhere.
  static let keys = [
    "id", "name", "type", "created_at", "updatedAt", "status", "value", "count", "items", "tags",
    "url", "user", "lat", "lon", "price", "currency", "children", "start", "end", "meta",
    "description", "email", "enabled", "score", "parent_id", "version",
  ]

  /// Keys, as lexemes without quotes, that trip naive code.
  static let oddKeys = [
    "", "__proto__", "constructor", "toString", " ", "a b", "a.b", "a[0]", "$ref", "@type", "#",
    "0", "-1", "1e3", "null", "true", "é", #"\u00e9"#, #"\u00E9"#, "e\u{301}", "名前", "🔑",
    #"\uD83D\uDD11"#, #"\uD800"#, #"\""#, #"\\"#, #"\/"#, "/", #"\u0000"#, "husk", "template",
    "values", "id ", "ID", "id",
  ]

  /// Number lexemes at the edges of what the grammar and the usual number types allow.
  static let oddNumbers = [
    "0", "-0", "0.0", "-0.0", "1.0", "1.00", "1e5", "1E5", "1e+5", "1E+05", "1e-5", "-1E-2",
    "1E+400", "-1e-400", "0e0", "-0e-0", "0.1", "0.10", "100", "1e2", "9007199254740993",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551615", "18446744073709551616", "5e-324", "1.7976931348623157e308",
    "3.141592653589793238462643383279502884197", "0.000000000000000000000000000001",
    "123456789012345678901234567890", "2147483648", "4294967296", "1e00000000000000000000001",
  ]
}
