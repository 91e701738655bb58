/// Objects that are passed to callbacks and used again, so that an audio thread need not allocate
/// them.
final class ObjectPool<Object: AnyObject>: @unchecked Sendable {
  // Safe: the lock protects the list of objects, and an object has one user.
  private let lock = Lock(isRecursive: false)
  private var objects: [Object]
  private let make: () -> Object

  /// Creates a pool. More than `count` objects at a time, of nested callbacks, are allocated.
  init(count: Int, _ make: @escaping () -> Object) {
    objects = (0..<count).map { _ in make() }
    self.make = make
  }

  /// Calls `body` with an object that no other call has.
  func use<Value>(_ body: (Object) -> Value) -> Value {
    let object = lock.withLock { objects.popLast() } ?? make()
    defer { lock.withLock { objects.append(object) } }
    return body(object)
  }
}
