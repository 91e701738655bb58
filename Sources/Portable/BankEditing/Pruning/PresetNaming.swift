/// Which names a preset may be given.
enum PresetNaming {
  /// SoundFont 2.04 §7.2: twenty characters of ASCII.
  static let limit = 20

  /// What is wrong with a name, as a sentence; nil where nothing is.
  static func fault(of name: [UInt8]) -> String? {
    let text = String(decoding: name, as: UTF8.self)
    if name.isEmpty { return "a preset's name must have a letter." }
    if name.contains(where: { $0 < 0x20 || $0 > 0x7E }) {
      return "\"\(text)\" is no name for a preset; it has letters that are not ASCII."
    }
    if name.count > limit {
      return "\"\(text)\" is no name for a preset; it has \(name.count) letters, and \(limit) fit."
    }
    return nil
  }
}
