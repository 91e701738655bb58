import PeachMusicUnits

/// Decodes the audio packets of a stream (Vorbis I §4.3).
struct VorbisBlockDecoder: ~Copyable {
  private let setup: VorbisSetup
  private let channelCount: Int
  /// The transforms and the rising halves of the windows, for short and for long blocks.
  private let shortTransform: InverseMDCT
  private let longTransform: InverseMDCT
  private let shortSlope: FixedBuffer<Float>
  private let longSlope: FixedBuffer<Float>
  /// The amplitudes of the ordinates of floors of type 1 (§10.1).
  private let amplitudes: FixedBuffer<Float>
  /// For each channel, half a long block: the spectrum, then the values of the transform.
  private let spectra: FixedBuffer<Float>
  /// For each channel, a quarter of a long block: the values that the next block overlaps.
  private let previous: FixedBuffer<Float>
  /// The size of the previous block; 0 if there is none.
  private var previousSize = 0
  private let interleaved: FixedBuffer<Float>
  private let floorPoints: FixedBuffer<Int32>
  private let floorCosines: FixedBuffer<Double>
  private let floorAmplitudes: FixedBuffer<Double>
  private let areUsed: FixedBuffer<Bool>
  private let haveResidue: FixedBuffer<Bool>
  private let vectors = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 256)
  private let classes: FixedBuffer<UInt8>
  /// The frames of the last packet, with interleaved channels.
  private let output: FixedBuffer<Float>

  deinit { vectors.deallocate() }

  init(_ setup: consuming VorbisSetup) {
    let sizes = setup.identification.blockSizes
    let (channels, long) = (setup.identification.channelCount, sizes[1])
    channelCount = channels
    shortTransform = InverseMDCT(blockSize: sizes[0])
    longTransform = InverseMDCT(blockSize: long)
    shortSlope = Self.slope(sizes[0] / 2)
    longSlope = Self.slope(long / 2)
    amplitudes = FixedBuffer(repeating: 0, count: 256)
    for index in 0..<256 {
      // 140 dB in 256 steps.
      let decibels = Double(index - 255) * 140 / 256
      amplitudes.start[index] = Float(
        Exponential.exp2(decibels * vorbisBinaryLogarithmPerDecibel))
    }
    spectra = FixedBuffer(repeating: 0, count: channels * long / 2)
    previous = FixedBuffer(repeating: 0, count: channels * long / 4)
    output = FixedBuffer(repeating: 0, count: channels * long / 2)
    areUsed = FixedBuffer(repeating: false, count: channels)
    haveResidue = FixedBuffer(repeating: false, count: channels)
    floorPoints = FixedBuffer(repeating: 0, count: channels * VorbisFloor1.pointLimit)
    var (isInterleaved, hasLinePairs) = (false, false)
    var classCount = 0
    for residue in setup.residues {
      isInterleaved = isInterleaved || residue.isInterleaved
      classCount = max(
        classCount,
        residue.isInterleaved
          ? residue.classificationCount(vectorCount: 1, size: channels * long / 2)
          : residue.classificationCount(vectorCount: channels, size: long / 2))
    }
    for floor in setup.floors {
      if case .linePairs = floor { hasLinePairs = true }
    }
    interleaved = FixedBuffer(repeating: 0, count: isInterleaved ? channels * long / 2 : 0)
    classes = FixedBuffer(repeating: 0, count: classCount)
    let pairs = hasLinePairs ? channels : 0
    floorCosines = FixedBuffer(repeating: 0, count: pairs * VorbisFloor0.valueCount)
    floorAmplitudes = FixedBuffer(repeating: 0, count: pairs)
    self.setup = setup
  }

  /// Returns the rising half of a window (§4.3.1).
  private static func slope(_ count: Int) -> FixedBuffer<Float> {
    let slope = FixedBuffer<Float>(repeating: 0, count: count)
    for index in 0..<count {
      let sine = Exponential.sineAndCosine(cycles: (Double(index) + 0.5) / Double(4 * count)).sine
      slope.start[index] = Float(Exponential.sineAndCosine(cycles: sine * sine / 4).sine)
    }
    return slope
  }

  /// Forgets the previous block, after lost packets.
  mutating func reset() { previousSize = 0 }

  /// Calls a function with the first `frameCount` frames of the last packet, with interleaved
  /// channels.
  borrowing func withOutput<Result>(
    _ frameCount: Int, _ body: (UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    body(UnsafeBufferPointer(start: output.start, count: frameCount * channelCount))
  }

  /// Decodes a packet. Returns the number of frames; 0 for the first packet, and for one that is
  /// not audio.
  mutating func decode(_ packet: UnsafeRawPointer, byteCount: Int) -> Int {
    var reader = VorbisBitReader(packet, byteCount: byteCount)
    // The type of the packet (§4.3.1).
    guard !reader.readFlag() else { return 0 }
    let number = reader.read((setup.modes.count - 1).vorbisBitWidth)
    guard number < setup.modes.count, !reader.isOver else { return 0 }
    let mode = setup.modes[number]
    // Whether the neighbors are long. Their actual sizes are used.
    if mode.isLong { reader.skip(2) }
    guard !reader.isOver else { return 0 }
    let sizeIndex = mode.isLong ? 1 : 0
    let size = setup.identification.blockSizes[sizeIndex]
    let half = size / 2
    let mapping = setup.mappings[mode.mapping]
    decodeFloors(&reader, mapping)
    spectra.start.update(repeating: 0, count: channelCount * half)
    decodeResidues(&reader, mapping, half: half)
    for coupling in mapping.couplings.reversed() {
      Self.uncouple(
        spectra.start + coupling.magnitude * half, spectra.start + coupling.angle * half, half)
    }
    applyFloors(mapping, sizeIndex: sizeIndex, half: half)
    for channel in 0..<channelCount where areUsed.start[channel] {
      let spectrum = spectra.start + channel * half
      if mode.isLong {
        longTransform.transform(spectrum)
      } else {
        shortTransform.transform(spectrum)
      }
    }
    return overlap(size: size)
  }

  /// Decodes the floors of all channels (§4.3.2), and finds which have a residue (§4.3.3).
  private mutating func decodeFloors(_ reader: inout VorbisBitReader, _ mapping: VorbisMapping) {
    for channel in 0..<channelCount {
      var isUsed: Bool
      switch setup.floors[mapping.submaps[mapping.submapOfChannel[channel]].floor] {
      case .linePairs(let floor):
        let cosines = floorCosines.start + channel * VorbisFloor0.valueCount
        let amplitude = floor.decode(&reader, setup.codebooks, into: cosines)
        floorAmplitudes.start[channel] = amplitude
        isUsed = amplitude > 0
      case .segments(let floor):
        let points = floorPoints.start + channel * VorbisFloor1.pointLimit
        isUsed = floor.decode(&reader, setup.codebooks, into: points)
      }
      areUsed.start[channel] = isUsed
      haveResidue.start[channel] = isUsed
    }
    for coupling in mapping.couplings
    where haveResidue.start[coupling.magnitude] || haveResidue.start[coupling.angle] {
      haveResidue.start[coupling.magnitude] = true
      haveResidue.start[coupling.angle] = true
    }
  }

  /// Decodes the residues of all submaps (§4.3.4).
  private mutating func decodeResidues(
    _ reader: inout VorbisBitReader, _ mapping: VorbisMapping, half: Int
  ) {
    for submap in mapping.submaps.indices {
      let residue = setup.residues[mapping.submaps[submap].residue]
      var (count, total) = (0, 0)
      for channel in 0..<channelCount where mapping.submapOfChannel[channel] == submap {
        // All channels are coded if they are interleaved.
        if haveResidue.start[channel] || residue.isInterleaved {
          (vectors + count).initialize(to: spectra.start + channel * half)
          count += 1
        }
        if haveResidue.start[channel] { total += 1 }
      }
      guard total > 0 else { continue }
      if !residue.isInterleaved || count == 1 {
        residue.decode(
          &reader, setup.codebooks, UnsafeBufferPointer(start: vectors, count: count), size: half,
          classes: classes.start)
        continue
      }
      interleaved.start.update(repeating: 0, count: count * half)
      var vector = interleaved.start
      withUnsafePointer(to: &vector) { vector in
        residue.decode(
          &reader, setup.codebooks, UnsafeBufferPointer(start: vector, count: 1),
          size: count * half, classes: classes.start)
      }
      for index in 0..<count {
        let (values, spectrum) = (interleaved.start + index, vectors[index])
        for line in 0..<half { spectrum[line] = values[line &* count] }
      }
    }
  }

  /// Computes two channels of magnitude and angle (§4.3.5).
  private static func uncouple(
    _ magnitudes: UnsafeMutablePointer<Float>, _ angles: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for line in 0..<count {
      let (magnitude, angle) = (magnitudes[line], angles[line])
      let difference = magnitude > 0 ? magnitude - abs(angle) : magnitude + abs(angle)
      magnitudes[line] = angle > 0 ? magnitude : difference
      angles[line] = angle > 0 ? difference : magnitude
    }
  }

  /// Multiplies the residues by the floors (§4.3.6).
  private func applyFloors(_ mapping: VorbisMapping, sizeIndex: Int, half: Int) {
    for channel in 0..<channelCount where areUsed.start[channel] {
      let spectrum = spectra.start + channel * half
      switch setup.floors[mapping.submaps[mapping.submapOfChannel[channel]].floor] {
      case .linePairs(let floor):
        floor.apply(
          amplitude: floorAmplitudes.start[channel],
          cosines: floorCosines.start + channel * VorbisFloor0.valueCount, sizeIndex: sizeIndex,
          to: spectrum)
      case .segments(let floor):
        floor.apply(
          floorPoints.start + channel * VorbisFloor1.pointLimit, amplitudes: amplitudes.start,
          to: spectrum, count: half)
      }
    }
    for channel in 0..<channelCount where !areUsed.start[channel] {
      (spectra.start + channel * half).update(repeating: 0, count: half)
    }
  }

  /// Windows the block, adds it to the previous one (§4.3.8), and stores the frames in `output`.
  /// Returns their number.
  private mutating func overlap(size: Int) -> Int {
    let old = previousSize
    previousSize = size
    for channel in 0..<channelCount {
      let values = spectra.start + channel * (size / 2)
      let kept = previous.start + channel * (longTransform.count / 2)
      if old > 0 { overlap(values + size / 4, size: size, kept, old: old, channel) }
      kept.update(from: values, count: size / 4)
    }
    guard old > 0 else { return 0 }
    let count = (old + size) / 4
    // A damaged file may have any values.
    for index in 0..<count * channelCount where !output.start[index].isFinite {
      output.start[index] = 0
    }
    return count
  }

  /// Overlaps a channel of two blocks, from the center of the previous one to that of the current
  /// one.
  ///
  /// - Parameters:
  ///   - values: The upper half of the values of the current DCT-IV: the first quarter of the
  ///     block, which the second quarter mirrors, negated.
  ///   - kept: The lower half of the values of the previous DCT-IV: the last quarter of its block,
  ///     negated, which the third quarter mirrors.
  private func overlap(
    _ values: UnsafePointer<Float>, size: Int, _ kept: UnsafePointer<Float>, old: Int,
    _ channel: Int
  ) {
    let length = min(size, old) / 2
    let slope = UnsafePointer(length == longTransform.count ? longSlope.start : shortSlope.start)
    let output = output.start + channel
    let stride = channelCount
    // Before the overlap, only the previous block is not zero.
    let start = old / 4 - length / 2
    for index in 0..<start { output[index &* stride] = -kept[old / 4 &- 1 &- index] }
    // Both windows are symmetric around the middle of the overlap.
    let rising = values + (size / 4 - length / 2)
    let end = start + length - 1
    for index in 0..<length / 2 {
      let (a, b) = (kept[length / 2 &- 1 &- index], rising[index])
      let (up, down) = (slope[index], slope[length &- 1 &- index])
      output[(start &+ index) &* stride] = b * up - a * down
      output[(end &- index) &* stride] = -a * up - b * down
    }
    // After it, only the current block is.
    let rest = size / 4 - length / 2
    for index in 0..<rest { output[(end &+ 1 &+ index) &* stride] = -values[rest &- 1 &- index] }
  }
}
