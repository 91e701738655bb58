import HostileFiles

extension ComplexityCase {
  /// Songs of other formats than MIDI.
  static let gameSongs: [ComplexityCase] = [
    ComplexityCase(
      name: "gzip: runs that expand", maximum: 1 << 21,
      input: { ComplexityInput(GzipBytes.run(of: 0, matches: $0)) },
      process: ComplexityProcessing.song),
    ComplexityCase(
      name: "gzip: members with wrong checksums",
      input: { count in
        var member = GzipBytes.file([1])
        member[member.count - 8] ^= 1
        return ComplexityInput([[UInt8]](repeating: member, count: count).flatMap { $0 })
      }, process: ComplexityProcessing.song),
    ComplexityCase(
      name: "gzip: empty blocks",
      input: { count in
        let block: [UInt8] = [0, 0, 0, 0xFF, 0xFF]
        return ComplexityInput(
          GzipBytes.header() + [[UInt8]](repeating: block, count: count).flatMap { $0 })
      }, process: ComplexityProcessing.song),
  ]
}
