import Synchronization

/// An entry of the table of handles.
///
/// The state has the generation (32 bits), the kind (8 bits) and the number of calls that use the
/// object (24 bits). A call first counts itself, then compares generation and kind, all with one
/// atomic addition, so that it waits for nothing.
///
/// All members are atomic, as calls with closed handles may read the slot at any time.
struct HandleSlot: ~Copyable {
  private let state = Atomic<UInt64>(0)
  /// The addresses of the object and of its context, or 0. Written before a handle is returned, and
  /// after the last call has ended.
  private let object = Atomic<UInt>(0)
  private let audioContext = Atomic<UInt>(0)

  private static var userMask: UInt64 { 0xFF_FFFF }

  /// Returns the state without users.
  private static func state(_ generation: UInt32, _ kind: UInt8) -> UInt64 {
    UInt64(generation) &<< 32 | UInt64(kind) &<< 24
  }

  /// Returns the generation of the next object.
  var generation: UInt32 { UInt32(truncatingIfNeeded: state.load(ordering: .relaxed) &>> 32) }

  /// Stores an object in a free slot. Callers hold the lock of the table.
  func store(
    _ object: Unmanaged<AnyObject>, _ audioContext: UnsafeMutableRawPointer?, kind: UInt8
  ) {
    self.object.store(UInt(bitPattern: object.toOpaque()), ordering: .relaxed)
    self.audioContext.store(UInt(bitPattern: audioContext), ordering: .relaxed)
    // Calls with closed handles may be counted concurrently.
    state.add(UInt64(kind) &<< 24, ordering: .releasing)
  }

  /// Counts a call. Returns whether generation and kind are those of the object. If not, the call
  /// must not use the slot. Wait-free.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  func enter(_ generation: UInt32, _ kind: UInt8) -> Bool {
    let before = state.add(1, ordering: .acquiring).oldValue
    if before & ~Self.userMask == Self.state(generation, kind) { return true }
    leave()
    return false
  }

  /// Ends a call that ``enter(_:_:)`` has counted. Wait-free.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  func leave() { state.subtract(1, ordering: .releasing) }

  /// The context of real-time functions, during a call. Wait-free.
  var currentContext: UnsafeMutableRawPointer? {
    @_noLocks @_noAllocation get {
      UnsafeMutableRawPointer(bitPattern: audioContext.load(ordering: .relaxed))
    }
  }

  /// The object, during a call.
  var currentObject: AnyObject? { unmanagedObject?.takeUnretainedValue() }

  private var unmanagedObject: Unmanaged<AnyObject>? {
    UnsafeRawPointer(bitPattern: object.load(ordering: .relaxed)).map { .fromOpaque($0) }
  }

  /// Makes a handle invalid. Returns `false` if it already is.
  func invalidate(_ generation: UInt32, _ kind: UInt8) -> Bool {
    var known = state.load(ordering: .relaxed)
    while known & ~Self.userMask == Self.state(generation, kind) {
      let next = Self.state(generation &+ 1, 0) | known & Self.userMask
      let result = state.weakCompareExchange(
        expected: known, desired: next, ordering: .acquiringAndReleasing)
      if result.exchanged { return true }
      known = result.original
    }
    return false
  }

  /// Whether a call uses the slot.
  var isInUse: Bool { state.load(ordering: .acquiring) & Self.userMask != 0 }

  /// Removes and returns the object of an invalid handle that is not in use.
  func takeObject() -> Unmanaged<AnyObject>? {
    defer {
      object.store(0, ordering: .relaxed)
      audioContext.store(0, ordering: .relaxed)
    }
    return unmanagedObject
  }
}
