// SPDX-License-Identifier: Apache-2.0

/// The names that Husk has in HTTP (SPEC §15.1 Names).
public enum HuskNames {
  /// The media type of files and messages; its parameter `content` is the type of what they stand for, JSON
  /// unless told.
  public static let mediaType = "application/vnd.husk"
  /// The media type of the text layout.
  public static let textMediaType = "application/vnd.husk+json"
  /// The media type of template files.
  public static let templateMediaType = "application/vnd.husk-template"
  /// The media type of JSON.
  public static let jsonMediaType = "application/json"
  /// The content coding.
  public static let coding = "husk"
  /// The relation of a resource to its template.
  public static let relation = "husk-template"
  /// The field that names the template which a client has.
  public static let availableTemplate = "Available-Template"
  /// The field that says which URLs a template is for.
  public static let useAsTemplate = "Use-As-Template"
}
