package import PeachInstrumentModel
import PeachMusicUnits

/// Reads presets of DecentSampler (`.dspreset`), as opcodes of SFZ: samples with keys, velocities,
/// loops and envelopes, triggers, sequences and tags. Effects, buses, modulators and the user
/// interface are ignored with a warning (DecentSampler Developer's Guide, “The groups element”).
package enum DecentSamplerPreset {
  /// Whether a file starts, after declarations and comments, with the element `DecentSampler`.
  static func recognizes(_ file: UnsafeRawBufferPointer) -> Bool {
    #if hasFeature(Embedded)
      return false  // Not in the page (decision 0093).
    #else
      let head = SFZText.bytes(UnsafeRawBufferPointer(rebasing: file.prefix(1 << 16)))
      guard head.first(where: { $0 > 0x20 }) == 0x3C else { return false }
      var tags = XMLTags(head)
      return tags.next().map { $0.name == "decentsampler" && !$0.isEnd } ?? false
    #endif
  }

  /// Reads a preset. See ``SFZDocument/soundBank(of:folders:)``.
  package static func read(
    _ storage: ByteStorage, folders: SampleFolders? = nil
  ) throws(InstrumentFileError) -> SoundBank {
    #if hasFeature(Embedded)
      throw RIFFReader.notRecognized(storage.bytes)
    #else
      var reader = DecentSamplerReader()
      reader.read(SFZText.bytes(storage.bytes))
      return try reader.document.soundBank(of: storage, folders: folders)
    #endif
  }
}

#if !hasFeature(Embedded)
  /// Translates the elements of a preset to SFZ regions.
  struct DecentSamplerReader {
    private(set) var document = SFZDocument()
    private typealias Attributes = [String: String]

    private var warnings = WarningList()
    private var reported: Set<String> = []
    private var instrument: Attributes = [:]
    private var group: Attributes = [:]
    /// The samples of the open group, which share the length of their sequence.
    private var samples: [Attributes] = []
    /// The numbers of tags, which are groups in SFZ.
    private var tagNumbers: [String: Int] = [:]

    mutating func read(_ text: [UInt8]) {
      var tags = XMLTags(text)
      while document.sections.count + samples.count <= SFZLimits.regionCount, let tag = tags.next()
      {
        if ["groups", "group", "sample"].contains(tag.name) { checkNumbers(tag.attributes) }
        switch (tag.name, tag.isEnd) {
        case ("groups", false): instrument = tag.attributes
        case ("group", false):
          finishGroup()
          group = tag.attributes
        case ("group", true), ("groups", true): finishGroup()
        case ("sample", false): samples.append(tag.attributes)
        case ("effect", false):
          let type = tag.attributes["type"] ?? "?"
          warnOnce("Ignored effects of type \(String(shortening: type)): there are none.")
        case ("oscillator", false), ("lfo", false), ("envelope", false), ("bus", false),
          ("sequence", false), ("binding", false), ("cc", false):
          warnOnce("Ignored elements <\(tag.name)>: they are not supported.")
        default: break
        }
      }
      finishGroup()
      if document.sections.count > SFZLimits.regionCount {
        warnings.add(.file, "Only \(SFZLimits.regionCount) samples are read.")
      }
      document.warnings = warnings.all
    }

    /// Adds a warning for each attribute of a factor or a sum whose value is invalid.
    private mutating func checkNumbers(_ attributes: Attributes) {
      let names = [
        "volume", "tuning", "globaltuning", "grouptuning", "pitchkeytrack", "sustain",
        "ampveltrack", "seqposition", "seqlength", "delay", "loopcrossfade",
      ]
      for name in names {
        guard let text = attributes[name], SFZNumber.real(text) == nil else { continue }
        warnOnce("Ignored \(name)=\(String(shortening: text)): the value is invalid.")
      }
    }

    private mutating func warnOnce(_ message: String) {
      if reported.count < 256, reported.insert(message).inserted { warnings.add(.table, message) }
    }

    private mutating func finishGroup() {
      let isEnabled = group["enabled"].map { FilePath.folded($0) != "false" } ?? true
      if isEnabled {
        let positions = samples.map { position($0) }
        let length = positions.max() ?? 1
        for sample in samples {
          document.sections.append(
            SFZDocument.Section(header: .region, opcodes: opcodes(sample, sequenceLength: length)))
        }
      }
      (samples, group) = ([], [:])
    }

    /// Returns the value of a sample, its group or the instrument.
    private func value(_ name: String, _ sample: Attributes) -> String? {
      sample[name] ?? group[name] ?? instrument[name]
    }

    private func number(_ name: String, _ sample: Attributes) -> Float? {
      value(name, sample).flatMap { SFZNumber.real($0) }
    }

    /// Returns the position in the sequence, from 1.
    private func position(_ sample: Attributes) -> Int {
      Int(min(max(number("seqposition", sample) ?? 1, 1), 1e6))
    }

    private mutating func opcodes(_ sample: Attributes, sequenceLength: Int) -> [SFZOpcode] {
      var opcodes: [SFZOpcode] = []
      func add(_ name: String, _ value: String?) {
        if let value { opcodes.append(SFZOpcode(name: name, value: value)) }
      }
      func add(_ name: String, scaled value: Float?, by factor: Float = 1) {
        add(name, value.map { SFZNumber.text($0 * factor) })
      }
      add("sample", sample["path"])
      for (name, opcode) in Self.plainOpcodes { add(opcode, value(name, sample)) }
      add("volume", scaled: decibels(sample))
      let tuning = ["globaltuning", "grouptuning", "tuning"].reduce(Float(0)) { sum, name in
        sum + (number(name, sample) ?? 0)
      }
      if tuning != 0 { add("tune", scaled: tuning, by: 100) }
      add("pitch_keytrack", scaled: number("pitchkeytrack", sample), by: 100)
      add("ampeg_sustain", scaled: number("sustain", sample), by: 100)
      if let tracking = number("ampveltrack", sample) {
        add("amp_veltrack", scaled: tracking, by: 100)
        // The amplitude is proportional to the velocity.
        add("amp_velcurve_1", SFZNumber.text(Float(1) / 127))
      }
      addLoop(sample, add)
      addTrigger(sample, add)
      addSequence(sample, length: sequenceLength, add)
      addTags(sample, add)
      addControllers(sample, add)
      return opcodes
    }

    /// The attributes whose values are those of opcodes.
    private static let plainOpcodes = [
      ("rootnote", "pitch_keycenter"), ("lonote", "lokey"), ("hinote", "hikey"), ("lovel", "lovel"),
      ("hivel", "hivel"), ("start", "offset"), ("end", "end"), ("pan", "pan"),
      ("attack", "ampeg_attack"), ("decay", "ampeg_decay"), ("release", "ampeg_release"),
    ]

    /// Returns the sum of the volumes of instrument, group and sample, factors or decibels.
    private func decibels(_ sample: Attributes) -> Float {
      [instrument, group, sample].reduce(Float(0)) { sum, attributes in
        guard let text = attributes["volume"], let value = SFZNumber.real(text) else { return sum }
        if FilePath.folded(text).hasSuffix("db") { return sum + value }
        return sum + Float(value <= 0 ? -144 : Decibels(amplitude: Double(value)).value)
      }
    }

    private func addLoop(_ sample: Attributes, _ add: (String, String?) -> Void) {
      let (start, end) = (value("loopstart", sample), value("loopend", sample))
      let isEnabled = value("loopenabled", sample).map { FilePath.folded($0) == "true" }
      add("loop_start", start)
      add("loop_end", end)
      if isEnabled == false { add("loop_mode", "no_loop") }
      if isEnabled == true || (isEnabled == nil && (start != nil || end != nil)) {
        add("loop_mode", "loop_continuous")
        // In frames; the rate of the file is not known yet.
        add("loop_crossfade", number("loopcrossfade", sample).map { SFZNumber.text($0 / 44_100) })
      }
    }

    private mutating func addTrigger(_ sample: Attributes, _ add: (String, String?) -> Void) {
      if let trigger = value("trigger", sample).map({ FilePath.folded($0) }) {
        if trigger == "continuous" {
          warnOnce("Replaced the trigger \"continuous\" by \"attack\".")
        } else {
          add("trigger", trigger)
        }
      }
      if let decay = value("releasetriggerdecay", sample), let value = SFZNumber.real(decay) {
        // Otherwise the factor by which the level falls each second.
        let factor = Double(min(max(1 - value, 0.001), 1))
        let isDecibels = FilePath.folded(decay).hasSuffix("db")
        let rate = isDecibels ? abs(value) : -Float(Decibels(amplitude: factor).value)
        add("rt_decay", SFZNumber.text(rate))
      }
      if let delay = number("delay", sample), delay != 0 {
        if value("delayunit", sample).map({ FilePath.folded($0) == "seconds" }) ?? true {
          add("delay", SFZNumber.text(delay))
        } else {
          warnOnce("Ignored delays in beats or samples.")
        }
      }
    }

    private mutating func addSequence(
      _ sample: Attributes, length: Int, _ add: (String, String?) -> Void
    ) {
      guard let mode = value("seqmode", sample).map({ FilePath.folded($0) }), mode != "always"
      else {
        return
      }
      let count = number("seqlength", sample).map { Int(min(max($0, 1), 1e6)) } ?? length
      let position = min(position(sample), count)
      if mode == "round_robin" {
        add("seq_length", "\(count)")
        add("seq_position", "\(position)")
      } else {
        add("lorand", SFZNumber.text(Float(position - 1) / Float(count)))
        add("hirand", SFZNumber.text(Float(position) / Float(count)))
      }
    }

    private mutating func addTags(_ sample: Attributes, _ add: (String, String?) -> Void) {
      for (name, opcode) in [("tags", "group"), ("silencedbytags", "off_by")] {
        let tags = (value(name, sample) ?? "").split { $0 == "," || $0 == " " }
        guard let first = tags.first else { continue }
        if tags.count > 1 && name != "tags" {
          warnOnce("Only the first of several tags in \"silencedByTags\" silences.")
        }
        add(opcode, "\(number(ofTag: String(first)))")
      }
      if let mode = value("silencingmode", sample).map({ FilePath.folded($0) }) {
        add("off_mode", mode)
      }
    }

    private mutating func number(ofTag tag: String) -> Int {
      if let known = tagNumbers[tag] { return known }
      tagNumbers[tag] = tagNumbers.count + 1
      return tagNumbers.count
    }

    /// Adds `loCCN`, `hiCCN`, `onLoCCN` and `onHiCCN`; −1 is off.
    private func addControllers(_ sample: Attributes, _ add: (String, String?) -> Void) {
      for attributes in [group, sample] {
        for (name, text) in attributes.sorted(by: { $0.key < $1.key }) {
          let (pattern, numbers) = SFZOpcodeName.pattern(name)
          guard numbers.count == 1, let value = SFZNumber.real(text), value >= 0 else { continue }
          switch pattern {
          case "loccN", "hiccN": add(name, text)
          case "onloccN", "onhiccN": add("on_" + name.dropFirst(2), text)
          default: break
          }
        }
      }
    }
  }
#endif
