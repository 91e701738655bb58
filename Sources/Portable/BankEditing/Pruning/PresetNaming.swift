/// Validates names of presets.
enum PresetNaming {
  /// SoundFont 2.04 §7.2: twenty ASCII characters.
  private static var limit: Int { 20 }

  /// Returns a message on an invalid name; `nil` if the name is valid.
  static func fault(of name: [UInt8]) -> String? {
    let text = String(decoding: name, as: UTF8.self)
    if name.isEmpty { return "A preset name must not be empty." }
    if name.contains(where: { $0 < 0x20 || $0 > 0x7E }) {
      return "Invalid preset name \"\(text)\": it contains characters that are not ASCII."
    }
    if name.count > limit {
      return "Invalid preset name \"\(text)\": \(name.count) characters exceed the limit \(limit)."
    }
    return nil
  }
}
