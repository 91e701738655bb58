package import PeachPlugIn

/// The Turtle description of the LV2 plug-in, generated from the parameter table. The ports of
/// generators are offsets: at the default 0, presets play unchanged.
package enum LV2Description {
  package static let identifier = LV2PresetBundle.plugIn
  package static let bankProperty = LV2PresetBundle.bankProperty
  package static let stackProperty = LV2PresetBundle.stackProperty
  package static let presetProperty = LV2PresetBundle.presetProperty
  /// The URI of the state property that holds all other settings.
  package static let stateProperty = identifier + ":state"

  /// The ports, by index; for any thread.
  package enum Port {
    /// The input for MIDI and messages.
    @inlinable package static var control: Int { 0 }
    /// The output for messages.
    @inlinable package static var notify: Int { 1 }
    @inlinable package static var left: Int { 2 }
    @inlinable package static var right: Int { 3 }
    @inlinable package static var voices: Int { 4 }
    @inlinable package static var firstParameter: Int { 5 }
    /// The output that tells whether a master of MTS-ESP sets the tuning.
    package static var tuningSource: Int { firstParameter + parameters.count }
  }

  /// The parameters with a port, in port order: those for musicians, the other modes, generators,
  /// and those that came later. New ones are added at the end, because sessions store the numbers
  /// of ports.
  package static let parameters: [UnitParameter] = {
    let all = UnitParameter.all.filter { $0.isWritable }
    let first = firstModes.compactMap { mode in all.first { $0.kind == .mode(mode) } }
    let later = laterModes.compactMap { mode in all.first { $0.kind == .mode(mode) } }
    let others = all.filter {
      $0.address >= 1000 && !first.contains($0) && !later.contains($0)
    }
    return first + others + all.filter { $0.address < 1000 } + later
  }()

  private static let firstModes: [UnitMode] = [
    .gain, .presetBank, .presetProgram, .reverbLevel, .chorusLevel, .concertPitch, .scale,
    .scaleRoot, .inTune, .straightTone, .vibratoAmount,
  ]

  private static let laterModes: [UnitMode] = [
    .adaptive, .purity, .glide, .smoothTone, .octaveStretch, .stretchAmount,
  ]

  /// The URI of the port group of generators.
  private static let generatorGroup = identifier + ":generators"

  package static var portCount: Int { Port.tuningSource + 1 }

  package static func defaultValue(of parameter: UnitParameter) -> Float {
    if case .generator = parameter.kind { return 0 }
    return parameter.defaultValue
  }

  /// Returns the range of a parameter's port. Offsets of generators span their range in both
  /// directions.
  package static func range(of parameter: UnitParameter) -> ClosedRange<Float> {
    guard case .generator = parameter.kind else { return parameter.range }
    let span = parameter.range.upperBound - parameter.range.lowerBound
    return -span...span
  }

  /// Returns the bundle's `manifest.ttl`. `library` is the file name of the plug-in's library.
  package static func manifest(library: String) -> String {
    """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

    <\(identifier)>
    \ta lv2:Plugin ;
    \tlv2:binary <\(library)> ;
    \trdfs:seeAlso <peach.ttl> .

    """
  }

  /// The bundle's `peach.ttl`.
  package static var plugin: String { head + ports.joined(separator: " , ") + " .\n" }

  private static let head = """
    @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix midi: <http://lv2plug.in/ns/ext/midi#> .
    @prefix patch: <http://lv2plug.in/ns/ext/patch#> .
    @prefix pg: <http://lv2plug.in/ns/ext/port-groups#> .
    @prefix pprops: <http://lv2plug.in/ns/ext/port-props#> .
    @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix rsz: <http://lv2plug.in/ns/ext/resize-port#> .
    @prefix state: <http://lv2plug.in/ns/ext/state#> .
    @prefix time: <http://lv2plug.in/ns/ext/time#> .
    @prefix units: <http://lv2plug.in/ns/extensions/units#> .
    @prefix urid: <http://lv2plug.in/ns/ext/urid#> .
    @prefix work: <http://lv2plug.in/ns/ext/worker#> .

    <\(bankProperty)>
    \ta lv2:Parameter ;
    \trdfs:label "Sound bank" ;
    \trdfs:range atom:Path .

    <\(stackProperty)>
    \ta lv2:Parameter ;
    \trdfs:label "Sound banks of a stack" ;
    \trdfs:comment "Paths as in peach play --bank, separated by line breaks or semicolons" ;
    \trdfs:range atom:String .

    <\(presetProperty)>
    \ta lv2:Parameter ;
    \trdfs:label "Preset" ;
    \trdfs:range atom:String .

    <\(generatorGroup)>
    \ta pg:InputGroup ;
    \tlv2:name "Generators (offsets)" ;
    \tlv2:symbol "generators" .

    <\(identifier)>
    \ta lv2:InstrumentPlugin , lv2:Plugin , doap:Project ;
    \tdoap:name "Peach" ;
    \tdoap:license <http://opensource.org/licenses/mit> ;
    \tlv2:project <\(identifier)> ;
    \tlv2:minorVersion 4 ;
    \tlv2:microVersion 0 ;
    \tlv2:requiredFeature urid:map ;
    \tlv2:optionalFeature lv2:hardRTCapable , work:schedule , state:mapPath , state:freePath ;
    \tlv2:extensionData state:interface , work:interface ;
    \tpatch:writable <\(bankProperty)> , <\(stackProperty)> ;
    \tlv2:port
    """ + " "

  private static var ports: [String] {
    [
      blankNode([
        "a lv2:InputPort , atom:AtomPort", "atom:bufferType atom:Sequence",
        "atom:supports midi:MidiEvent , patch:Message , time:Position",
        "lv2:designation lv2:control", "rsz:minimumSize 65536", "lv2:index \(Port.control)",
        "lv2:symbol \"control\"", "lv2:name \"Control\"",
      ]),
      blankNode([
        "a lv2:OutputPort , atom:AtomPort", "atom:bufferType atom:Sequence",
        "atom:supports patch:Message", "lv2:designation lv2:control", "rsz:minimumSize 8192",
        "lv2:index \(Port.notify)", "lv2:symbol \"notify\"", "lv2:name \"Notify\"",
      ]),
      audio(Port.left, "left", "Left"), audio(Port.right, "right", "Right"),
      blankNode([
        "a lv2:OutputPort , lv2:ControlPort", "lv2:index \(Port.voices)",
        "lv2:symbol \"activeVoiceCount\"", "lv2:name \"Voices\"", "lv2:portProperty lv2:integer",
        "lv2:minimum 0", "lv2:maximum 4096",
      ]),
    ] + parameters.indices.map { parameter(at: $0) } + [
      blankNode([
        "a lv2:OutputPort , lv2:ControlPort", "lv2:index \(Port.tuningSource)",
        "lv2:symbol \"mtsESP\"", "lv2:name \"MTS-ESP\"",
        "lv2:portProperty lv2:integer , lv2:toggled", "lv2:minimum 0", "lv2:maximum 1",
      ])
    ]
  }

  private static func blankNode(_ statements: [String], indent: String = "\t") -> String {
    "[\n" + statements.map { "\(indent)\t\($0)" }.joined(separator: " ;\n") + "\n\(indent)]"
  }

  private static func audio(_ index: Int, _ symbol: String, _ name: String) -> String {
    blankNode([
      "a lv2:OutputPort , lv2:AudioPort",
      "lv2:designation <http://lv2plug.in/ns/ext/port-groups#\(symbol)>", "lv2:index \(index)",
      "lv2:symbol \"\(symbol)\"", "lv2:name \"\(name)\"",
    ])
  }

  private static func parameter(at index: Int) -> String {
    let parameter = parameters[index]
    let range = range(of: parameter)
    var statements = [
      "a lv2:InputPort , lv2:ControlPort", "lv2:index \(Port.firstParameter + index)",
      "lv2:symbol \"\(parameter.identifier)\"",
      "lv2:name \"\(displayName(parameter.sf2LibAUIdentifier))\"",
    ]
    if case .generator = parameter.kind { statements.append("pg:group <\(generatorGroup)>") }
    if parameter.unit == .integer { statements.append("lv2:portProperty lv2:integer") }
    if parameter.unit == .boolean { statements.append("lv2:portProperty lv2:toggled") }
    if parameter.unit == .indexed {
      statements.append("lv2:portProperty lv2:integer , lv2:enumeration")
      statements.append("lv2:scalePoint " + scalePoints(parameter.valueNames))
    }
    if let unit = unit(parameter.unit) { statements.append("units:unit \(unit)") }
    statements += [
      "lv2:default \(defaultValue(of: parameter))", "lv2:minimum \(range.lowerBound)",
      "lv2:maximum \(range.upperBound)",
    ]
    return blankNode(statements)
  }

  private static func scalePoints(_ names: [String]) -> String {
    let points = names.enumerated().map { value, name in
      blankNode(["rdfs:label \"\(name)\"", "rdf:value \(value)"], indent: "\t\t")
    }
    return points.joined(separator: " , ")
  }

  /// Returns the standard LV2 unit, or the definition of another unit.
  private static func unit(_ unit: UnitParameter.Unit) -> String? {
    switch unit {
    case .frames: "units:frame"
    case .cents, .absoluteCents: "units:cent"
    case .semitones: "units:semitone12TET"
    case .coarseFrames: customUnit("blocks of 32768 frames", "%.0f blocks")
    case .timecents: customUnit("timecents", "%.0f tc")
    case .timecentsPerKey: customUnit("timecents per key", "%.0f tc/key")
    case .centsPerSecond: customUnit("cents per second", "%.0f ct/s")
    case .centsPerKey: customUnit("cents per key", "%.0f ct/key")
    case .centibels: customUnit("centibels", "%.0f cB")
    case .tenthsOfPercent: customUnit("tenths of a percent", "%.0f ‰")
    case .percent: "units:pc"
    case .decibels: "units:db"
    case .hertz: "units:hz"
    case .millisecondsPerSemitone: customUnit("milliseconds per semitone", "%.0f ms")
    case .key, .velocity, .number, .integer, .boolean, .indexed: nil
    }
  }

  private static func customUnit(_ label: String, _ render: String) -> String {
    let symbol = render.split(separator: " ").last ?? ""
    return blankNode(
      [
        "a units:Unit", "rdfs:label \"\(label)\"", "units:symbol \"\(symbol)\"",
        "units:render \"\(render)\"",
      ], indent: "\t\t")
  }

  /// Returns a user-facing name: `modulatorLFOToPitch` becomes “Modulation LFO To Pitch”.
  private static func displayName(_ identifier: String) -> String {
    var words = ""
    let letters = Array(identifier)
    for (index, letter) in letters.enumerated() {
      let follows = index + 1 < letters.count ? letters[index + 1] : nil
      let begins =
        letter.isUppercase && index > 0
        && (letters[index - 1].isLowercase || follows?.isLowercase == true)
      if begins { words += " " }
      words += index == 0 ? letter.uppercased() : String(letter)
    }
    // SoundFont's terms instead of SF2LibAU's.
    let terms = ["Modulator": "Modulation", "Forced": "Overriding", "Midi": "", "MIDI": ""]
    return words.split(separator: " ").map { terms[String($0)] ?? String($0) }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
