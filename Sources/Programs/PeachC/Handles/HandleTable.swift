import PeachPOSIX
import Synchronization

/// The table of handles. A handle has the generation and the index of its slot, and its kind. It is
/// no address, so that any value can be checked.
enum HandleTable {
  /// The maximum number of open handles.
  static var capacity: Int { 1 << 16 }
  private static var indexBits: UInt { 16 }

  private struct Free: Sendable {
    /// The slots that were used and are free, the oldest first.
    var closed: [Int] = []
    var unusedCount = HandleTable.capacity
  }

  private static let free = Mutex(Free())

  // MARK: Any thread but the audio thread

  /// Returns a handle of an object, and retains the object.
  ///
  /// - Throws: ``LibraryError`` if the table is full.
  static func open<Object: HandleObject>(_ object: Object) throws(LibraryError) -> OpaquePointer? {
    try free.withLock { free throws(LibraryError) -> OpaquePointer? in
      let slots = allocatedSlots()
      let index: Int
      // A slot is used again as late as possible.
      if free.unusedCount > 0 {
        index = capacity - free.unusedCount
        free.unusedCount -= 1
      } else if !free.closed.isEmpty {
        index = free.closed.removeFirst()
      } else {
        throw LibraryError(.limit, "\(capacity) objects are open. Close some.")
      }
      let kind = Object.kind.rawValue
      let bits = handleBits(index, slots[index].generation, kind)
      slots[index].store(.passRetained(object), object.audioContext, kind: kind)
      return OpaquePointer(bitPattern: bits)
    }
  }

  /// Closes a handle, waits until no call uses the object, and releases it.
  ///
  /// - Throws: ``LibraryError`` if the handle is invalid.
  static func close(_ handle: OpaquePointer?, _ kind: HandleKind) throws(LibraryError) {
    guard let address = address(handle, kind), let slot = slot(address.index),
      slot.pointee.invalidate(address.generation, kind.rawValue)
    else { throw LibraryError(invalid: handle, kind) }
    while slot.pointee.isInUse { usleep(100) }
    slot.pointee.takeObject()?.release()
    free.withLock { $0.closed.append(address.index) }
  }

  /// Calls `body` with the object of a handle, which stays open until `body` returns.
  ///
  /// - Throws: ``LibraryError`` if the handle is invalid, or the error of `body`.
  static func use<Object: HandleObject, Result>(
    _ handle: OpaquePointer?, as type: Object.Type, _ body: (Object) throws -> Result
  ) throws -> Result {
    guard let slot = enter(handle, type.kind) else {
      throw LibraryError(invalid: handle, type.kind)
    }
    defer { slot.pointee.leave() }
    guard let object = slot.pointee.currentObject as? Object else {
      throw LibraryError(invalid: handle, type.kind)
    }
    return try body(object)
  }

  private static func allocatedSlots() -> UnsafeMutablePointer<HandleSlot> {
    if let slots = slot(0) { return slots }
    // Zero bytes are a free slot, so that any index may be read.
    guard let zeros = calloc(capacity, MemoryLayout<HandleSlot>.stride) else {
      fatalError("Out of memory.")
    }
    let allocated = zeros.bindMemory(to: HandleSlot.self, capacity: capacity)
    handleSlots.pointee.store(UInt(bitPattern: allocated), ordering: .releasing)
    return allocated
  }

  // MARK: Any thread

  /// Returns the slot of a valid handle, whose object stays open until ``HandleSlot/leave()``;
  /// `nil` for an invalid handle. Wait-free.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  static func enter(
    _ handle: OpaquePointer?, _ kind: HandleKind
  ) -> UnsafeMutablePointer<HandleSlot>? {
    guard let address = address(handle, kind), let slot = slot(address.index),
      slot.pointee.enter(address.generation, kind.rawValue)
    else { return nil }
    return slot
  }

  /// Returns the kind in the bits of a handle, which may be closed; `nil` if there is none.
  static func kind(of handle: OpaquePointer?) -> HandleKind? {
    HandleKind(rawValue: UInt8(truncatingIfNeeded: UInt(bitPattern: handle)))
  }

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  private static func slot(_ index: Int) -> UnsafeMutablePointer<HandleSlot>? {
    let address = handleSlots.pointee.load(ordering: .acquiring)
    guard let slots = UnsafeMutablePointer<HandleSlot>(bitPattern: address) else { return nil }
    return slots + index
  }

  /// Returns index and generation in the bits of a handle; `nil` if it is null or of another kind.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  private static func address(
    _ handle: OpaquePointer?, _ kind: HandleKind
  ) -> (index: Int, generation: UInt32)? {
    let bits = UInt(bitPattern: handle)
    guard bits & 0xFF == UInt(kind.rawValue) else { return nil }
    let index = Int(bits &>> 8 & (1 &<< indexBits &- 1))
    let generation = UInt32(truncatingIfNeeded: bits &>> (8 &+ indexBits))
    return (index, generation ^ mask(index))
  }

  private static func handleBits(_ index: Int, _ generation: UInt32, _ kind: UInt8) -> UInt {
    UInt(generation ^ mask(index)) << (8 + indexBits) | UInt(index) << 8 | UInt(kind)
  }

  /// Returns the bits that scramble the generation, so that small numbers are no handles.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  private static func mask(_ index: Int) -> UInt32 {
    (UInt32(truncatingIfNeeded: index) &+ 1) &* 0x9E37_79B9
  }
}

/// The address of the slots; 0 until they are allocated, when the first object is opened. They are
/// never freed. Neither a static member nor an `Atomic`, whose first access might lock: its memory
/// is used as one.
private nonisolated(unsafe) var slotsAddress: UInt = 0

/// The slots' address as an atomic.
private var handleSlots: UnsafePointer<Atomic<UInt>> {
  @_noLocks @_noAllocation get {
    // The address of a global variable is stable.
    withUnsafeMutablePointer(to: &slotsAddress) {
      UnsafeRawPointer($0).assumingMemoryBound(to: Atomic<UInt>.self)
    }
  }
}
