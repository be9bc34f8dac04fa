// SPDX-License-Identifier: Apache-2.0

public import CHusk
internal import Husk

// What each function does is said in husk.h, with which the compiler compares the declarations.

/// Implements `husk_template_train` of husk.h.
@c @implementation
public func husk_template_train(
  _ codec: OpaquePointer?, _ json: UnsafePointer<UInt8>?, _ count: Int,
  _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    let settings = unsafe Boundary.object(codec, Codec.self)?.settings ?? Settings()
    try unsafe Boundary.handOut(to: result) { () throws(Failure) in
      let messages = try unsafe Boundary.bytes(json, count, "json")
      var trainer = TemplateTrainer(options: settings.trainingOptions)
      do throws(HuskError) {
        try trainer.add(messages)
        return TemplateHandle(try trainer.train())
      } catch { throw Failure(error) }
    }
  }
}

/// Implements `husk_template_load` of husk.h.
@c @implementation
public func husk_template_load(
  _ codec: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
  _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    let limits = (unsafe Boundary.object(codec, Codec.self)?.settings ?? Settings()).limits
    try unsafe Boundary.handOut(to: result) { () throws(Failure) in
      let bytes = try unsafe Boundary.bytes(bytes, count, "bytes")
      return try Failure.ofCodec { () throws(HuskError) in
        let file = try TemplateFile(bytes, limits: limits)
        let template = try file.template(limits: limits)
        return TemplateHandle(template, name: file.name, version: file.version)
      }
    }
  }
}

/// Implements `husk_template_save` of husk.h.
@c @implementation
public func husk_template_save(
  _ template: OpaquePointer?, _ result: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ resultCount: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    try unsafe Boundary.handOut(to: result, resultCount) { () throws(Failure) in
      try unsafe Boundary.needed(template, "template", TemplateHandle.self).file
    }
  }
}

/// Implements `husk_template_id` of husk.h.
@c @implementation
public func husk_template_id(_ template: OpaquePointer?) -> UnsafePointer<CChar>? {
  unsafe UnsafePointer((Boundary.object(template, TemplateHandle.self)?.id ?? .empty).pointer)
}

/// Implements `husk_template_name` of husk.h.
@c @implementation
public func husk_template_name(_ template: OpaquePointer?) -> UnsafePointer<CChar>? {
  unsafe UnsafePointer((Boundary.object(template, TemplateHandle.self)?.name ?? .empty).pointer)
}

/// Implements `husk_template_version` of husk.h.
@c @implementation
public func husk_template_version(_ template: OpaquePointer?) -> UInt64 {
  unsafe Boundary.object(template, TemplateHandle.self)?.version ?? 0
}

/// Implements `husk_template_expires` of husk.h.
@c @implementation
public func husk_template_expires(_ template: OpaquePointer?) -> Int64 {
  unsafe Boundary.object(template, TemplateHandle.self)?.expires ?? -1
}

/// Implements `husk_template_free` of husk.h.
@c @implementation
public func husk_template_free(_ template: OpaquePointer?) {
  unsafe Boundary.release(template, TemplateHandle.self)
}

/// Implements `husk_store_open` of husk.h.
@c @implementation
public func husk_store_open(
  _ location: UnsafePointer<CChar>?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    try unsafe Boundary.handOut(to: result) { () throws(Failure) in
      guard unsafe location != nil else { return try StoreHandle(nil) }
      return try StoreHandle(try unsafe Boundary.text(location, "location"))
    }
  }
}

/// Implements `husk_store_put` of husk.h.
@c @implementation
public func husk_store_put(
  _ store: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ template: OpaquePointer?,
  _ maxAge: Int64, _ version: UnsafeMutablePointer<UInt64>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    let store = try unsafe Boundary.needed(store, "store", StoreHandle.self)
    let name = try unsafe Boundary.text(name, "name")
    let template = try unsafe Boundary.needed(template, "template", TemplateHandle.self)
    let number = try store.put(template.template, named: name, maxAge: maxAge)
    if let version = unsafe version { unsafe version.pointee = number }
  }
}

/// Implements `husk_store_get` of husk.h.
@c @implementation
public func husk_store_get(
  _ store: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ version: UInt64,
  _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    try unsafe Boundary.handOut(to: result) { () throws(Failure) in
      let store = try unsafe Boundary.needed(store, "store", StoreHandle.self)
      return try store.get(try unsafe Boundary.text(name, "name"), version: version)
    }
  }
}

/// Implements `husk_store_find` of husk.h.
@c @implementation
public func husk_store_find(
  _ store: OpaquePointer?, _ id: UnsafePointer<CChar>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> husk_status {
  unsafe Boundary.call(error) { () throws(Failure) in
    try unsafe Boundary.handOut(to: result) { () throws(Failure) in
      let store = try unsafe Boundary.needed(store, "store", StoreHandle.self)
      return try store.find(try unsafe Boundary.text(id, "id"))
    }
  }
}

/// Implements `husk_store_close` of husk.h.
@c @implementation
public func husk_store_close(_ store: OpaquePointer?) {
  unsafe Boundary.release(store, StoreHandle.self)
}
