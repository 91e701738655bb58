import PeachInstrumentModel

/// A prepared preset in the form for the audio thread: pointers, no references to count.
///
/// Valid while its ``PreparedPreset`` lives.
public struct PresetHandle: BitwiseCopyable, @unchecked Sendable {
  // Sendable because it points to immutable memory.
  let regions: UnsafePointer<PreparedRegion>
  let regionCount: Int
  /// For each key and one beyond: the index of its first region in `regionIndices`.
  let firstIndexOfKey: UnsafePointer<Int32>
  let regionIndices: UnsafePointer<Int32>
  /// Whether any region is triggered by note-off.
  let hasReleaseRegions: Bool
  /// Whether any region is triggered by a controller or by pressure.
  let hasControllerRegions: Bool
  /// The initial controller values.
  let controllers: UnsafePointer<ControllerSetting>?
  let controllerCount: Int

  /// The address that identifies the preset.
  package var address: UInt { UInt(bitPattern: regions) }

  /// Returns the number of regions that match a key and a velocity.
  func regionCount(key: UInt8, velocity: UInt8) -> Int {
    var count = 0
    for index in Int(firstIndexOfKey[Int(key)])..<Int(firstIndexOfKey[Int(key) &+ 1])
    where regions[Int(regionIndices[index])].matches(key: key, velocity: velocity) {
      count &+= 1
    }
    return count
  }
}
