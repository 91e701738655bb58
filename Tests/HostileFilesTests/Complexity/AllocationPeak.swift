import CAllocationCounter

/// The peak of the calling thread's allocations.
enum AllocationPeak {
  static var isAvailable: Bool { allocation_counter_works() }

  static func start() { allocation_counter_start_bytes() }

  /// Returns the peak in bytes since the start, relative to it.
  static func stop() -> Int { Int(allocation_counter_stop_bytes()) }
}
