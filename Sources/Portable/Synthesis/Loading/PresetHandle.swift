import PeachInstrumentModel

/// A prepared preset as the audio thread holds it: a few addresses, nothing to count.
///
/// Valid for as long as the ``PreparedPreset`` it came from lives.
public struct PresetHandle: BitwiseCopyable, @unchecked Sendable {
  // Sound: what it points to is immutable while the preset lives.
  let regions: UnsafePointer<PreparedRegion>
  let regionCount: Int
  /// For each key, and one beyond, where its regions' indices begin in `regionIndices`.
  let firstIndexOfKey: UnsafePointer<Int32>
  let regionIndices: UnsafePointer<Int32>
  /// Whether any region sounds when a key goes up.
  let hasReleaseRegions: Bool
  /// Whether any region sounds when a controller or a pressure moves.
  let hasControllerRegions: Bool
  /// Where controllers stand when it is chosen.
  let controllers: UnsafePointer<ControllerSetting>?
  let controllerCount: Int

  /// What tells it from all others that live.
  package var address: UInt { UInt(bitPattern: regions) }

  /// How many regions answer a key struck with a velocity.
  func regionCount(key: UInt8, velocity: UInt8) -> Int {
    var count = 0
    for place in Int(firstIndexOfKey[Int(key)])..<Int(firstIndexOfKey[Int(key) &+ 1])
    where regions[Int(regionIndices[place])].answers(key: key, velocity: velocity) {
      count &+= 1
    }
    return count
  }
}
