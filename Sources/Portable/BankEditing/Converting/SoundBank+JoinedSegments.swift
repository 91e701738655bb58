package import PeachInstrumentModel

extension SoundBank {
  /// Returns a bank that plays the same frames, in which segments of a file share a sample if they
  /// overlap, or if the file must be decoded. Regions select their frames by offsets.
  ///
  /// An instrument may play a file from as many frames on as it has regions. A sample for each of
  /// them would repeat the file as often. Segments of unknown length are unchanged.
  package func joiningSegments() -> SoundBank {
    let segments = JoinedSegments(self)
    if segments.isEmpty { return self }
    let source = self
    return SoundBank(
      information: information, presets: presets, samples: segments.samples,
      sampleFiles: sampleFiles, includedFiles: includedFiles, warnings: warnings, storage: storage,
      regionSource: { preset, limit in
        source.regions(ofPresetAt: preset, limit: limit).map { region in
          segments.joined(region, of: source.samples[region.sample])
        }
      })
  }
}

/// The samples that replace segments of sample files.
private struct JoinedSegments: Sendable {
  private struct Channel: Hashable {
    var file: Int
    var channel: Int
  }

  /// A sample without a loop, and the same with the loop of the first segment that has one.
  private struct Replacement {
    var unlooped: Int
    var looped: Int?
  }

  /// The location of a segment in the sample that replaces it.
  private struct Location {
    var replacement: Int
    /// The segment's first frame, in frames of the new sample.
    var start: Int
    /// The number of frames of the segment and of the new sample.
    var frameCount: Int
    var totalCount: Int
  }

  /// The bank's samples, then those that replace segments.
  private(set) var samples: [Sample]
  private var replacements: [Replacement] = []
  /// The locations of the replaced samples, by index.
  private var locations: [Int: Location] = [:]

  var isEmpty: Bool { locations.isEmpty }

  init(_ bank: SoundBank) {
    samples = bank.samples
    var segments: [Channel: Set<Range<Int>>] = [:]
    for sample in bank.samples {
      guard let (channel, frames) = Self.segment(sample) else { continue }
      segments[channel, default: []].insert(frames)
    }
    var runs: [Channel: [Range<Int>]] = [:]
    for (channel, segments) in segments {
      let isDecoded =
        bank.sampleFiles.indices.contains(channel.file)
        && bank.sampleFiles[channel.file].pcmLayout == nil
      runs[channel] = Self.joined(segments, acrossGaps: isDecoded)
    }
    var known: [Sample: Int] = [:]
    for (index, sample) in bank.samples.enumerated() {
      guard let (channel, frames) = Self.segment(sample), let runs = runs[channel],
        let run = Self.run(of: runs, containing: frames.lowerBound)
      else { continue }
      add(sample, index, frames: frames, channel, run: run, &known)
    }
  }

  private mutating func add(
    _ sample: Sample, _ index: Int, frames: Range<Int>, _ channel: Channel, run: Range<Int>,
    _ known: inout [Sample: Int]
  ) {
    var replacement = sample
    replacement.encoding = .file(
      SampleFileSegment(
        file: channel.file, channel: channel.channel, frames: run, fileFrameCount: run.upperBound))
    replacement.partner = nil
    replacement.loop = nil
    let number = known[replacement] ?? replacements.count
    if number == replacements.count {
      known[replacement] = number
      replacements.append(Replacement(unlooped: samples.count))
      samples.append(replacement)
    }
    let start = frames.lowerBound - run.lowerBound
    if let loop = sample.loop, replacements[number].looped == nil {
      replacement.loop = loop.lowerBound + start..<loop.upperBound + start
      replacements[number].looped = samples.count
      samples.append(replacement)
    }
    locations[index] = Location(
      replacement: number, start: start, frameCount: frames.count, totalCount: run.count)
  }

  /// Returns the file's channel and the existing frames of a segment; `nil` for other samples.
  private static func segment(_ sample: Sample) -> (Channel, Range<Int>)? {
    guard case .file(let segment) = sample.encoding, let count = segment.frameCount, count > 0,
      !segment.unrollsLoop
    else { return nil }
    let start = segment.frames.lowerBound
    return (Channel(file: segment.file, channel: segment.channel), start..<start + count)
  }

  /// Returns the ranges of two or more segments that are joined, in ascending order.
  private static func joined(
    _ segments: Set<Range<Int>>, acrossGaps: Bool
  ) -> [Range<Int>] {
    var runs: [(frames: Range<Int>, count: Int)] = []
    for frames in segments.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = runs.last, acrossGaps || frames.lowerBound < last.frames.upperBound {
        let end = max(last.frames.upperBound, frames.upperBound)
        runs[runs.count - 1] = (last.frames.lowerBound..<end, last.count + 1)
      } else {
        runs.append((frames, 1))
      }
    }
    return runs.filter { $0.count > 1 }.map { $0.frames }
  }

  private static func run(of runs: [Range<Int>], containing frame: Int) -> Range<Int>? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].upperBound <= frame { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].contains(frame) ? runs[low] : nil
  }

  /// Returns a region that plays the same frames of the sample that replaces its own.
  func joined(_ region: Region, of sample: Sample) -> Region {
    guard let location = locations[region.sample] else { return region }
    let replacement = replacements[location.replacement]
    var region = region
    region.sample = replacement.unlooped
    guard
      let (played, loop) = AddressOffsets(region)
        .frameRange(in: sample, frameCount: location.frameCount)
    else {
      region.set(.startAddressOffset, .startAddressCoarseOffset, to: location.totalCount)
      return region
    }
    region.set(
      .startAddressOffset, .startAddressCoarseOffset, to: played.lowerBound + location.start)
    region.set(
      .endAddressOffset, .endAddressCoarseOffset,
      to: played.upperBound + location.start - location.totalCount)
    guard let loop, let index = replacement.looped, let first = samples[index].loop else {
      return region
    }
    region.sample = index
    region.set(
      .startLoopAddressOffset, .startLoopAddressCoarseOffset,
      to: loop.lowerBound + location.start - first.lowerBound)
    region.set(
      .endLoopAddressOffset, .endLoopAddressCoarseOffset,
      to: loop.upperBound + location.start - first.upperBound)
    return region
  }
}

extension Region {
  /// Sets an offset in frames. Coarse generators count 32,768 frames.
  fileprivate mutating func set(_ fine: Generator, _ coarse: Generator, to frames: Int) {
    generators[fine] = Float(frames % 32_768)
    generators[coarse] = Float(frames / 32_768)
  }
}
