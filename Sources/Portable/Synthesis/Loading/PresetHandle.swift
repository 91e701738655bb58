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
  /// A bit for each key that the preset has, even if its regions are not prepared.
  var lowKeys: UInt64 = 0
  var highKeys: UInt64 = 0
  /// The deviation of each of 128 keys from all tunings, in cents; `nil` for none.
  var keyCents: UnsafePointer<Double>?

  /// Returns the handle with the keys of ranges.
  func withKeys(_ ranges: [ClosedRange<UInt8>]) -> PresetHandle {
    var handle = self
    for key in ranges.joined() {
      if key < 64 { handle.lowKeys |= 1 &<< UInt64(key) }
      if key >= 64 { handle.highKeys |= 1 &<< UInt64(key & 63) }
    }
    return handle
  }

  func hasKey(_ key: UInt8) -> Bool {
    (key < 64 ? lowKeys : highKeys) &>> UInt64(key & 63) & 1 == 1
  }

  package var address: UInt {
    @_noLocks @_noAllocation get { UInt(bitPattern: regions) }
  }

  /// Returns whether notes of both presets sound the same: they share regions and deviations.
  package func soundsLike(_ other: PresetHandle) -> Bool {
    regions == other.regions && keyCents == other.keyCents
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
