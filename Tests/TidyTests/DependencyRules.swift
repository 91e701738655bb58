/// The rules for what a module links, by the manifest. The build refuses imports that it does not
/// declare.
enum DependencyRules {
  /// Modules that read and write files, and what they must not link: opening a file needs no voice.
  static let readers = ["BankFiles", "FileIO", "InstrumentFiles", "SampleCodec"]
  static let voices: Set = ["PlugIn", "Sequencing", "StraightPresets", "Synthesis"]

  /// Returns the dependencies that each module of a manifest declares, without `Peach`.
  static func dependencies(manifest: String) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    let declaration =
      /\b(?:portable|platform|umbrella)\(\s*"(?<name>\w+)"(?:,\s*\[(?<list>[^\]]*)\])?/
    for match in manifest.matches(of: declaration) {
      let names = (match.list ?? "").matches(of: /"(?:Peach)?(?<name>\w+)"/)
      found[String(match.name)] = Set(names.map { String($0.name) })
    }
    return found
  }

  /// Returns a path of dependencies from a module to one of others; `nil` if there is none.
  static func path(
    from module: String, toAny targets: Set<String>, _ dependencies: [String: Set<String>]
  ) -> [String]? {
    var known: Set = [module]
    var waiting = [[module]]
    while !waiting.isEmpty {
      let path = waiting.removeFirst()
      guard let last = path.last else { continue }
      if path.count > 1 && targets.contains(last) { return path }
      for next in (dependencies[last] ?? []).sorted() where known.insert(next).inserted {
        waiting.append(path + [next])
      }
    }
    return nil
  }

  /// Returns the programs that a manifest declares as products. Packages that depend on it cannot
  /// use other programs.
  static func executables(manifest: String) -> [String] {
    manifest.matches(of: /\.executable\(\s*name: "([^"]*)"/).map { String($0.1) }
  }

  /// Opening a file links no voice.
  static func voicelessReaders(manifest: String) -> [LintViolation] {
    let dependencies = dependencies(manifest: manifest)
    return readers.compactMap { reader in
      guard let path = path(from: reader, toAny: voices, dependencies) else {
        if dependencies[reader] != nil { return nil }
        return LintViolation(path: "Package.swift", message: "declares no module \(reader).")
      }
      return LintViolation(
        path: "Package.swift",
        message: "\(path.joined(separator: " → ")): opening a file must link no voice.")
    }
  }
}
