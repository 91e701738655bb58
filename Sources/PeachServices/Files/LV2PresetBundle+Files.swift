import PeachBankFiles
import PeachFileIO
import PeachInstrumentModel
public import PeachPlugIn
import PeachSequencing

extension LV2PresetBundle {
  /// Creates the bundle of the bank in a file.
  public init(bankAt path: String) throws {
    let bank = try SoundBank(contentsOf: path)
    let sorted = bank.presets.enumerated().sorted { left, right in
      let (first, second) = (left.element.identifier, right.element.identifier)
      return first == second ? left.offset < right.offset : first < second
    }
    let presets = sorted.enumerated().map { index, preset in
      FactoryPreset(
        number: index, name: preset.element.name, bank: Int(preset.element.bank),
        program: Int(preset.element.program))
    }
    // Hosts have other working folders.
    let absolutePath = FileAccess.resolved(path) ?? path
    let fileName = FileAccess.fileName(of: path)
    self.init(
      bankAt: absolutePath,
      title: bank.information.name.isEmpty ? fileName : bank.information.name, presets: presets)
  }

  /// Creates the bundle of a stack of banks, which are texts as in `peach play --bank`. Of presets
  /// with the same numbers, the one that plays is listed.
  public init(stack texts: [String]) throws {
    let absolute = UnitBankTexts.mapped(texts, isFile: { FileAccess.resolved($0) != nil }) {
      FileAccess.resolved($0) ?? $0
    }
    let stack = try BankStack(texts: texts) { try SoundBank(contentsOf: $0) }
    // Stable, so that the bank that is searched first precedes.
    let sorted = stack.entries.enumerated().sorted { left, right in
      let (first, second) = (left.element.identifier, right.element.identifier)
      return first == second ? left.offset < right.offset : first < second
    }
    let presets = sorted.enumerated().map { index, entry in
      FactoryPreset(
        number: index, name: stack[entry.element].name, bank: Int(entry.element.identifier.bank),
        program: Int(entry.element.identifier.program))
    }
    let paths = absolute.map { BankLayerText(file: $0).path }
    let names = zip(stack.layers.reversed(), paths).map { layer, path in
      let name = layer.bank.information.name
      return name.isEmpty ? FileAccess.fileName(of: path) : name
    }
    self.init(
      bankAt: paths.last ?? "", title: names.joined(separator: " + "), presets: presets,
      stack: absolute, paths: paths)
  }

  /// The user's folder of bundles, where hosts look; `nil` if `HOME` is not set.
  public static var userFolder: String? {
    userFolder(environment: ProcessEnvironment.variables)
  }

  package static func userFolder(environment: [String: String]) -> String? {
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    return "\(home)/.lv2"
  }

  /// Writes the bundle to a folder of bundles, and replaces a previous one of the same name.
  ///
  /// - Returns: The path of the bundle.
  /// - Throws: `FileAccessError`.
  public func write(toFolder folder: String) throws -> String {
    let path = "\(folder)/\(folderName)"
    try FileAccess.makeFolder(path, isPrivate: false)
    try FileAccess.write(Array(presets.utf8), to: "\(path)/presets.ttl")
    try FileAccess.write(Array(manifest.utf8), to: "\(path)/manifest.ttl")
    return path
  }
}
