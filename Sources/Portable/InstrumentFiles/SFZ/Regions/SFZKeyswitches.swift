import PeachInstrumentModel

/// Key switches belong to the instrument: the active one is that of all regions.
enum SFZKeyswitches {
  /// Sets the same initial key switch in all regions, and in those without `sw_lokey` and
  /// `sw_hikey` the key switches of all such regions.
  static func share(initial: UInt8?, among regions: inout [Region]) {
    let keys = keys(of: regions)
    for index in regions.indices {
      guard var keyswitch = regions[index].conditions?.keyswitch else { continue }
      if let initial { keyswitch.initial = initial }
      if let keys, hasNoRange(keyswitch) { keyswitch.keys = keys }
      regions[index].conditions?.keyswitch = keyswitch
    }
  }

  /// Without a range, the keys of `sw_last` are the key switches.
  private static func hasNoRange(_ keyswitch: RegionConditions.Keyswitch) -> Bool {
    keyswitch.keys == keyswitch.last
  }

  /// Returns the range from the lowest to the highest key switch of regions without a range; `nil`
  /// if notes play on other keys of it.
  private static func keys(of regions: [Region]) -> ClosedRange<UInt8>? {
    var isSwitch = [Bool](repeating: false, count: 128)
    for region in regions {
      guard let keyswitch = region.conditions?.keyswitch, hasNoRange(keyswitch) else { continue }
      for key in keyswitch.keys where key < 128 { isSwitch[Int(key)] = true }
    }
    guard let low = isSwitch.firstIndex(of: true), let high = isSwitch.lastIndex(of: true) else {
      return nil
    }
    let others = (low...high).filter { !isSwitch[$0] }
    let areKeys = regions.contains { region in
      others.contains { region.keys.contains(UInt8($0)) }
    }
    return areKeys ? nil : UInt8(low)...UInt8(high)
  }
}
