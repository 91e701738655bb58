/// The results of functions that return an `int`.
enum Result {
  static var ok: Int32 { 0 }
  static var failed: Int32 { -1 }
}

/// Opaque pointers to objects. The caller of a `new_` function owns a reference, until `delete_`.
enum Handle {
  /// Returns the pointer to a new object, with a reference for the caller.
  static func new(_ object: AnyObject) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(object).toOpaque())
  }

  /// Returns the pointer to an object that another object owns.
  static func borrowed(_ object: AnyObject) -> OpaquePointer {
    OpaquePointer(Unmanaged.passUnretained(object).toOpaque())
  }

  /// Releases the caller's reference.
  static func delete<Object: AnyObject>(_ handle: OpaquePointer, as type: Object.Type) {
    Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
  }
}

/// Calls `body` with the object of a handle. Returns `failure` if the handle is null.
func use<Object: AnyObject, Value>(
  _ handle: OpaquePointer?, _ type: Object.Type, or failure: Value, _ body: (Object) -> Value
) -> Value {
  guard let handle else { return failure }
  return body(Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue())
}

/// Calls `body` with the object of a handle, unless the handle is null.
func use<Object: AnyObject>(
  _ handle: OpaquePointer?, _ type: Object.Type, _ body: (Object) -> Void
) {
  use(handle, type, or: (), body)
}

/// A C string, for callers that keep the pointer as long as the object.
final class CString {
  let pointer: UnsafeMutablePointer<CChar>

  init(_ text: String) {
    let bytes = text.utf8CString
    pointer = .allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (pointer + index).initialize(to: byte) }
  }

  deinit { pointer.deallocate() }

  var text: String { String(cString: pointer) }

  /// Writes a string of at most `capacity` bytes, with a terminating 0. Truncates longer ones.
  static func copy(_ text: String, to destination: UnsafeMutablePointer<CChar>, capacity: Int) {
    guard capacity > 0 else { return }
    var count = 0
    for byte in text.utf8 where count < capacity - 1 {
      destination[count] = CChar(bitPattern: byte)
      count += 1
    }
    destination[count] = 0
  }
}
