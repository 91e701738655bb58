package import PeachSynthesis

/// What messages have set for parts, reverb and chorus, as whole numbers, to be kept and put back.
extension SongInterpreter {
  /// How many numbers that is: five of each part, two of each of two tunings, then the reverb's and
  /// the chorus's.
  package static var stateCount: Int {
    @_noLocks @_noAllocation
    get { 16 * 5 + 4 + 11 + 7 }
  }

  /// Writes what messages have set.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func copyState(to state: UnsafeMutablePointer<Int32>) { parts.copyState(to: state) }

  /// Puts back what messages had set, as far as it is that at all, here and in the synthesizer; the
  /// channels' own settings are theirs.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func restoreState(
    from state: UnsafePointer<Int32>, to synthesizer: inout Synthesizer
  ) {
    parts.restoreState(from: state, to: &synthesizer)
  }
}

extension SongParts {
  private static var numbersPerPart: Int { 5 }

  func copyState(to state: UnsafeMutablePointer<Int32>) {
    for number in 0..<Self.count {
      let part = parts[number]
      let place = state + number &* Self.numbersPerPart
      if let channel = part.channel { place[0] = Int32(channel) } else { place[0] = -1 }
      place[1] = Int32(part.lowestKey)
      place[2] = Int32(part.highestKey)
      place[3] = Self.bits(part.velocityFactor)
      place[4] = Int32(part.velocityOffset)
    }
    let rest = state + Self.count &* Self.numbersPerPart
    Self.put(fineTuningCents, at: rest)
    Self.put(keyShift, at: rest + 2)
    put(reverb, at: rest + 4)
    put(chorus, at: rest + 15)
  }

  mutating func restoreState(
    from state: UnsafePointer<Int32>, to synthesizer: inout Synthesizer
  ) {
    for number in 0..<Self.count {
      let place = state + number &* Self.numbersPerPart
      var part = Part()
      if place[0] >= 0 { part.channel = Self.byte(place[0], 15) }
      part.lowestKey = Self.byte(place[1], 127)
      part.highestKey = Self.byte(place[2], 127)
      part.velocityFactor = Self.float(place[3])
      part.velocityOffset = Int8(truncatingIfNeeded: min(max(place[4], -128), 127))
      parts[number] = part
    }
    let rest = state + Self.count &* Self.numbersPerPart
    fineTuningCents = Self.double(at: rest)
    keyShift = Self.double(at: rest + 2)
    takeReverb(at: rest + 4)
    takeChorus(at: rest + 15)
    synthesizer.handle(.masterTuning(cents: fineTuningCents + keyShift))
    synthesizer.handle(.reverb(reverb))
    synthesizer.handle(.chorus(chorus))
  }

  private func put(_ reverb: ReverbSettings, at place: UnsafeMutablePointer<Int32>) {
    place[0] = Int32(reverb.style.rawValue)
    place[1] = Self.bits(reverb.seconds)
    place[2] = Self.bits(reverb.dampingHertz)
    place[3] = Self.bits(reverb.preDelaySeconds)
    place[4] = Self.bits(reverb.roomSizeMetres)
    place[5] = Self.bits(reverb.level)
    place[6] = Self.bits(reverb.diffusion)
    place[7] = Self.bits(reverb.width)
    place[8] = Self.bits(reverb.earlyLevel)
    place[9] = Self.bits(reverb.delaySeconds)
    place[10] = Self.bits(reverb.feedback)
  }

  /// The effects bring what is beyond their ranges within them.
  private mutating func takeReverb(at place: UnsafePointer<Int32>) {
    reverb.style = ReverbSettings.Style(rawValue: Self.byte(place[0], 255)) ?? .reverb
    reverb.seconds = Self.float(place[1])
    reverb.dampingHertz = Self.float(place[2])
    reverb.preDelaySeconds = Self.float(place[3])
    reverb.roomSizeMetres = Self.float(place[4])
    reverb.level = Self.float(place[5])
    reverb.diffusion = Self.float(place[6])
    reverb.width = Self.float(place[7])
    reverb.earlyLevel = Self.float(place[8])
    reverb.delaySeconds = Self.float(place[9])
    reverb.feedback = Self.float(place[10])
  }

  private func put(_ chorus: ChorusSettings, at place: UnsafeMutablePointer<Int32>) {
    place[0] = Self.bits(chorus.rateHertz)
    place[1] = Self.bits(chorus.depthSeconds)
    place[2] = Self.bits(chorus.delaySeconds)
    place[3] = Self.bits(chorus.feedback)
    place[4] = Self.bits(chorus.level)
    place[5] = Self.bits(chorus.reverbSend)
    place[6] = Int32(chorus.voicesPerSide)
  }

  private mutating func takeChorus(at place: UnsafePointer<Int32>) {
    chorus.rateHertz = Self.float(place[0])
    chorus.depthSeconds = Self.float(place[1])
    chorus.delaySeconds = Self.float(place[2])
    chorus.feedback = Self.float(place[3])
    chorus.level = Self.float(place[4])
    chorus.reverbSend = Self.float(place[5])
    chorus.voicesPerSide = Self.byte(place[6], 2)
  }

  private static func bits(_ value: Float) -> Int32 { Int32(bitPattern: value.bitPattern) }

  private static func byte(_ value: Int32, _ most: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max(value, 0), most))
  }

  /// 0 for what is no number.
  private static func float(_ bits: Int32) -> Float {
    let value = Float(bitPattern: UInt32(bitPattern: bits))
    return value == value ? value : 0
  }

  private static func put(_ value: Double, at place: UnsafeMutablePointer<Int32>) {
    place[0] = Int32(truncatingIfNeeded: value.bitPattern)
    place[1] = Int32(truncatingIfNeeded: value.bitPattern >> 32)
  }

  /// 0 for what is no number, or far too large to be cents.
  private static func double(at place: UnsafePointer<Int32>) -> Double {
    let low = UInt64(UInt32(bitPattern: place[0]))
    let value = Double(bitPattern: UInt64(UInt32(bitPattern: place[1])) << 32 | low)
    return abs(value) <= 6400 ? value : 0
  }
}
