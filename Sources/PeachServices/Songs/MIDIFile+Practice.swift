import PeachLoudness
package import PeachMIDIEvents
import PeachMusicUnits
package import PeachSequencing

/// An audio file for practicing one part of a song.
package struct PracticeTrack: Hashable, Sendable {
  /// The level of the part in the file.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The song with the part raised.
    case raised
    /// The song without the part.
    case without
  }

  package var part: SongPart
  package var kind: Kind
  package var path: String
  /// The loudness of the file (ITU-R BS.1770-4), in LUFS; −∞ for silence.
  package var loudness = -Double.infinity
  /// The true peak of the file in dBTP.
  package var truePeak = -Double.infinity
}

/// A part of a song: the notes of one channel.
package struct SongPart: Hashable, Sendable {
  /// The channel of its port, 0…15, plus 16 for each earlier port of the song.
  package var channel: UInt8
  /// The name of the only track that has notes for the channel; `nil` without one.
  package var name: String?
}

/// The options of practice tracks.
package struct PracticeOptions: Hashable, Sendable {
  /// The decibels by which a part is raised.
  package var raisedDecibels = 6.0
  /// The integrated loudness of all files, in LUFS.
  package var loudness = -16.0
  /// The channels to practice; all by default.
  package var channels = SongChannels.all
  package var kinds = PracticeTrack.Kind.allCases

  package init() {}
}

extension MIDIFile {
  /// The parts of the song: the channels that have notes, with names.
  package var parts: [SongPart] {
    let channels = SongOutline(self).channels
    var names: [UInt8: Set<String>] = [:]
    for (index, track) in tracks.enumerated() {
      var (run, used) = (0, SongChannels())
      var name = ""
      for (number, event) in track.events.enumerated() {
        switch event.content {
        case .meta(.text(.trackName, let range)) where name.isEmpty: name = text(range)
        case .message(let message) where message.startsNote:
          guard let channel = message.channel else { continue }
          let port = portMap.port(ofEvent: number, ofTrack: index, &run) ?? 0
          used.insert(channel | UInt8(port) << 4)
        default: break
        }
      }
      // A track of several channels names none of them.
      let isAlone = used.channels.count == 1
      for channel in used.channels { names[channel, default: []].insert(isAlone ? name : "") }
    }
    return channels.channels.map { channel in
      let name = names[channel]?.count == 1 ? names[channel]?.first : nil
      return SongPart(channel: channel, name: name?.isEmpty == false ? name : nil)
    }
  }

  /// Renders two files for each part of the song to an existing folder: the song with the part
  /// raised, and without it. All files have the same loudness: that of the options, or less if the
  /// true peak of one would exceed ``SongLoudness/highestTruePeak``. No limiter applies. The song
  /// is rendered twice: to measure, and to write.
  ///
  /// ```swift
  /// try file.renderPractice(with: bank, to: "practice")  // "1 Violin raised.wav" and so on
  /// ```
  ///
  /// - Parameters:
  ///   - options: The options, without ``RenderOptions/gain``. Clicks are omitted.
  ///   - progress: Called with the completed fraction, 0…1. Cancels by throwing, which leaves no
  ///     file.
  /// - Returns: The files and a summary, whose peak and clipped frames are those of the first file.
  ///   A song of one part has no file without it.
  /// - Throws: `FileAccessError`, `SampleCodecError`, or `LoudnessError`.
  package func renderPractice(
    with banks: BankStack, to folder: String, options: RenderOptions = RenderOptions(),
    practice: PracticeOptions = PracticeOptions(), intonation: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache(),
    progress: (Double) throws -> Void = { _ in }
  ) throws -> (tracks: [PracticeTrack], summary: RenderSummary?) {
    func stems() throws -> SongStems {
      try SongStems(
        self, with: banks, options: options, intonation: intonation, straightTones: straightTones)
    }
    let measured = try stems()
    let type = options.fileType ?? .wav
    var mixes = practiceMixes(of: measured.channels, practice, to: folder, type: type)
    let meters = try mixes.map { _ in
      try LoudnessMeter(sampleRate: measured.options.sampleRate, isMono: options.isMono)
    }
    try Self.mix(measured, mixes, progress: { try progress($0 / 2) }) { index, block, count in
      try meters[index].add(block, block + SongStems.blockFrames, count: count)
    }
    for (index, meter) in meters.enumerated() {
      mixes[index].track.loudness = try meter.integrated()
      mixes[index].track.truePeak = Decibels(amplitude: try meter.truePeak()).value
    }
    Self.equalize(&mixes, to: practice.loudness)
    let written = try stems()
    let writers = try mixes.map { try written.writer($0.track.path, type: type) }
    try Self.mix(written, mixes, progress: { try progress(0.5 + $0 / 2) }) { index, block, count in
      try writers[index].write(
        left: block, right: block + SongStems.blockFrames, frameCount: count)
    }
    let summaries = try writers.map { try $0.finish() }
    return (mixes.map { $0.track }, summaries.first.map { written.summary(of: $0) })
  }

  /// Returns the paths of the files that ``renderPractice(with:to:options:practice:)`` writes.
  package func practicePaths(
    in folder: String, options: RenderOptions, practice: PracticeOptions
  ) -> [String] {
    let channels = (SongOutline(self).channels & ~options.excerpt.mutedChannels).channels
    let type = options.fileType ?? .wav
    return practiceMixes(of: channels, practice, to: folder, type: type).map { $0.track.path }
  }

  /// A file: a sum of channels.
  private struct Mix {
    var track: PracticeTrack
    /// The factor of each channel.
    var factors: [Float]
  }

  private func practiceMixes(
    of channels: [UInt8], _ practice: PracticeOptions, to folder: String, type: AudioFileType
  ) -> [Mix] {
    let raised = Float(Decibels(practice.raisedDecibels).amplitude)
    return parts.flatMap { part -> [Mix] in
      guard practice.channels.contains(part.channel),
        let index = channels.firstIndex(of: part.channel)
      else { return [] }
      return practice.kinds.compactMap { kind in
        if kind == .without, channels.count == 1 { return nil }
        var factors = [Float](repeating: 1, count: channels.count)
        factors[index] = kind == .raised ? raised : 0
        let path = "\(folder)/\(fileName(of: part)) \(kind.rawValue).\(type.rawValue)"
        return Mix(track: PracticeTrack(part: part, kind: kind, path: path), factors: factors)
      }
    }
  }

  /// Returns `01 Violin`.
  private func fileName(of part: SongPart) -> String {
    // Characters that some file system refuses.
    let refused = "/\\:*?\"<>|"
    let name = (part.name ?? "").filter { !refused.contains($0) && !$0.isNewline && $0 != "\0" }
    let short = name.prefix(60).split(separator: " ").joined(separator: " ")
    return short.isEmpty
      ? stemName(ofChannel: part.channel) : "\(stemName(ofChannel: part.channel)) \(short)"
  }

  /// Renders all blocks of all mixes.
  private static func mix(
    _ stems: SongStems, _ mixes: [Mix], progress: (Double) throws -> Void,
    write: (Int, UnsafePointer<Float>, Int) throws -> Void
  ) throws {
    let sampleCount = 2 * SongStems.blockFrames
    let sum = UnsafeMutablePointer<Float>.allocate(capacity: sampleCount)
    sum.initialize(repeating: 0, count: sampleCount)
    defer { sum.deallocate() }
    while true {
      let count = stems.render()
      guard count > 0 else { break }
      for (index, mix) in mixes.enumerated() {
        sum.update(repeating: 0, count: sampleCount)
        for (channel, factor) in mix.factors.enumerated() where factor != 0 {
          let block = stems.block(channel)
          for sample in 0..<sampleCount { sum[sample] += factor * block[sample] }
        }
        try write(index, sum, count)
      }
      try progress(stems.progress)
    }
  }

  /// Changes the factors so that all mixes have one loudness. Silent ones are unchanged.
  private static func equalize(_ mixes: inout [Mix], to target: Double) {
    let reachable = mixes.filter { $0.track.loudness.isFinite }.map { mix in
      mix.track.loudness + SongLoudness.highestTruePeak - mix.track.truePeak
    }
    let loudness = min(target, reachable.min() ?? target)
    for index in mixes.indices where mixes[index].track.loudness.isFinite {
      let gain = loudness - mixes[index].track.loudness
      let factor = Float(Decibels(gain).amplitude)
      mixes[index].factors = mixes[index].factors.map { $0 * factor }
      mixes[index].track.loudness = loudness
      mixes[index].track.truePeak += gain
    }
  }
}
