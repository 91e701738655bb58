import PeachInstrumentModel

/// A prepared preset in the form for the audio thread: pointers, no references to count. Valid
/// while its ``PreparedPreset`` lives. Opaque: clients select a ``PreparedPreset``, which the
/// synthesizer's owner keeps alive.
public struct PresetHandle: BitwiseCopyable, @unchecked Sendable {
  // Sendable because it points to immutable memory.
  let regions: UnsafePointer<PreparedRegion>
  let regionCount: Int
  /// For each key and one beyond: the index of its first region in `regionIndices`.
  let firstIndexOfKey: UnsafePointer<Int32>
  let regionIndices: UnsafePointer<Int32>
  let hasReleaseRegions: Bool
  let hasControllerRegions: Bool
  let controllers: UnsafePointer<ControllerSetting>
  let controllerCount: Int

  package var address: UInt {
    @_noLocks @_noAllocation get { UInt(bitPattern: regions) }
  }

  /// Returns the number of regions that match a key, 0…127, and a velocity.
  func regionCount(key: UInt8, velocity: UInt8) -> Int {
    var count = 0
    for index in Int(firstIndexOfKey[Int(key)])..<Int(firstIndexOfKey[Int(key) &+ 1])
    where regions[Int(regionIndices[index])].matches(key: key, velocity: velocity) {
      count &+= 1
    }
    return count
  }
}
