package import PeachPlugIn

/// The Turtle description of the LV2 plug-in, generated from the parameter table.
///
/// The ports of generators are offsets: at the default 0, presets play unchanged.
package enum LV2Description {
  /// The URI of the plug-in.
  package static let identifier = "urn:peach:sampler"
  /// The URI of the property that holds the bank's path.
  package static let bankProperty = identifier + ":bank"
  /// The URI of the state property that holds all other settings.
  package static let stateProperty = identifier + ":state"

  /// The port indices.
  package enum Port {
    /// The input for MIDI and messages.
    package static let control = 0
    /// The output for messages.
    package static let notify = 1
    /// The left output.
    package static let left = 2
    /// The right output.
    package static let right = 3
    /// The number of active voices.
    package static let voices = 4
    /// The first parameter.
    package static let firstParameter = 5
  }

  /// The parameters with a port, in port order.
  package static let parameters = UnitParameter.all.filter { $0.isWritable }

  /// The number of ports.
  package static var portCount: Int { Port.firstParameter + parameters.count }

  /// Returns the default value of a parameter's port.
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

  /// Returns the bundle's `manifest.ttl`.
  ///
  /// - Parameter library: The file name of the plug-in's library.
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
  package static var plugin: String {
    head + ports.joined(separator: " , ") + " .\n"
  }

  private static let head = """
    @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix midi: <http://lv2plug.in/ns/ext/midi#> .
    @prefix patch: <http://lv2plug.in/ns/ext/patch#> .
    @prefix pprops: <http://lv2plug.in/ns/ext/port-props#> .
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

    <\(identifier)>
    \ta lv2:InstrumentPlugin , lv2:Plugin , doap:Project ;
    \tdoap:name "Peach" ;
    \tdoap:license <http://opensource.org/licenses/mit> ;
    \tlv2:project <\(identifier)> ;
    \tlv2:minorVersion 0 ;
    \tlv2:microVersion 1 ;
    \tlv2:requiredFeature urid:map ;
    \tlv2:optionalFeature lv2:hardRTCapable , work:schedule , state:mapPath , state:freePath ;
    \tlv2:extensionData state:interface , work:interface ;
    \tpatch:writable <\(bankProperty)> ;
    \tlv2:port
    """ + " "

  private static var ports: [String] {
    [
      """
      [
      \t\ta lv2:InputPort , atom:AtomPort ;
      \t\tatom:bufferType atom:Sequence ;
      \t\tatom:supports midi:MidiEvent , patch:Message , time:Position ;
      \t\tlv2:designation lv2:control ;
      \t\trsz:minimumSize 65536 ;
      \t\tlv2:index \(Port.control) ;
      \t\tlv2:symbol "control" ;
      \t\tlv2:name "Control"
      \t]
      """,
      """
      [
      \t\ta lv2:OutputPort , atom:AtomPort ;
      \t\tatom:bufferType atom:Sequence ;
      \t\tatom:supports patch:Message ;
      \t\tlv2:designation lv2:control ;
      \t\trsz:minimumSize 8192 ;
      \t\tlv2:index \(Port.notify) ;
      \t\tlv2:symbol "notify" ;
      \t\tlv2:name "Notify"
      \t]
      """,
      audio(Port.left, "left", "Left", "left"), audio(Port.right, "right", "Right", "right"),
      """
      [
      \t\ta lv2:OutputPort , lv2:ControlPort ;
      \t\tlv2:index \(Port.voices) ;
      \t\tlv2:symbol "activeVoiceCount" ;
      \t\tlv2:name "Voices" ;
      \t\tlv2:portProperty lv2:integer ;
      \t\tlv2:minimum 0 ;
      \t\tlv2:maximum 4096
      \t]
      """,
    ] + parameters.indices.map { parameter(at: $0) }
  }

  private static func audio(
    _ index: Int, _ symbol: String, _ name: String, _ designation: String
  ) -> String {
    """
    [
    \t\ta lv2:OutputPort , lv2:AudioPort ;
    \t\tlv2:designation <http://lv2plug.in/ns/ext/port-groups#\(designation)> ;
    \t\tlv2:index \(index) ;
    \t\tlv2:symbol "\(symbol)" ;
    \t\tlv2:name "\(name)"
    \t]
    """
  }

  private static func parameter(at index: Int) -> String {
    let parameter = parameters[index]
    let range = range(of: parameter)
    var lines = [
      "[", "\t\ta lv2:InputPort , lv2:ControlPort ;",
      "\t\tlv2:index \(Port.firstParameter + index) ;",
      "\t\tlv2:symbol \"\(parameter.identifier)\" ;",
      "\t\tlv2:name \"\(displayName(parameter.sf2LibAUIdentifier))\" ;",
    ]
    if parameter.unit == .boolean { lines.append("\t\tlv2:portProperty lv2:toggled ;") }
    if let unit = unit(parameter.unit) { lines.append("\t\tunits:unit \(unit) ;") }
    lines += [
      "\t\tlv2:default \(defaultValue(of: parameter)) ;",
      "\t\tlv2:minimum \(range.lowerBound) ;", "\t\tlv2:maximum \(range.upperBound)", "\t]",
    ]
    return lines.joined(separator: "\n")
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
    case .centsPerKey: customUnit("cents per key", "%.0f ct/key")
    case .centibels: customUnit("centibels", "%.0f cB")
    case .tenthsOfPercent: customUnit("tenths of a percent", "%.0f ‰")
    case .millisecondsPerSemitone: customUnit("milliseconds per semitone", "%.0f ms")
    case .key, .velocity, .number, .boolean: nil
    }
  }

  private static func customUnit(_ label: String, _ render: String) -> String {
    """
    [
    \t\t\ta units:Unit ;
    \t\t\trdfs:label "\(label)" ;
    \t\t\tunits:symbol "\(render.split(separator: " ").last ?? "")" ;
    \t\t\tunits:render "\(render)"
    \t\t]
    """
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
