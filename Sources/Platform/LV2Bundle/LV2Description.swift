public import PeachPlugIn

/// What the LV2 plug-in says about itself in Turtle, made of the table of parameters, so that ports
/// and parameters are always in step.
///
/// Ports for generators hold what is added to what each region says: at 0, where they begin, a bank
/// sounds as it is.
public enum LV2Description {
  /// What the plug-in is called by.
  public static let identifier = "urn:peach:sampler"
  /// The property that holds the bank's path.
  public static let bankProperty = identifier + ":bank"
  /// The property of a state that holds everything but the bank.
  public static let stateProperty = identifier + ":state"

  /// The places of the ports before the parameters' own.
  public enum Port {
    /// Messages in.
    public static let control = 0
    /// Messages out.
    public static let notify = 1
    /// The left side.
    public static let left = 2
    /// The right side.
    public static let right = 3
    /// How many voices sound.
    public static let voices = 4
    /// The first parameter's.
    public static let firstParameter = 5
  }

  /// The parameters that have a port, in the ports' order.
  public static let parameters = UnitParameter.all.filter { $0.isWritable }

  /// How many ports there are.
  public static var portCount: Int { Port.firstParameter + parameters.count }

  /// The value of a parameter's port at which it says nothing.
  public static func defaultValue(of parameter: UnitParameter) -> Float {
    if case .generator = parameter.kind { return 0 }
    return parameter.defaultValue
  }

  /// The values that a parameter's port takes: for generators from one end of the range to the other,
  /// both ways.
  public static func range(of parameter: UnitParameter) -> ClosedRange<Float> {
    guard case .generator = parameter.kind else { return parameter.range }
    let span = parameter.range.upperBound - parameter.range.lowerBound
    return -span...span
  }

  /// The bundle's `manifest.ttl`; `library` is the file's name.
  public static func manifest(library: String) -> String {
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
  public static var plugin: String {
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
      "\t\tlv2:name \"\(words(parameter.otherIdentifier))\" ;",
    ]
    if parameter.unit == .boolean { lines.append("\t\tlv2:portProperty lv2:toggled ;") }
    // Whatever moves by itself between two blocks is for the host to smooth.
    if let unit = unit(parameter.unit) { lines.append("\t\tunits:unit \(unit) ;") }
    lines += [
      "\t\tlv2:default \(defaultValue(of: parameter)) ;",
      "\t\tlv2:minimum \(range.lowerBound) ;", "\t\tlv2:maximum \(range.upperBound)", "\t]",
    ]
    return lines.joined(separator: "\n")
  }

  /// The unit as LV2 has it, or one of its own.
  private static func unit(_ unit: UnitParameter.Unit) -> String? {
    switch unit {
    case .frames: "units:frame"
    case .cents, .absoluteCents: "units:cent"
    case .semitones: "units:semitone12TET"
    case .coarseFrames: own("blocks of 32768 frames", "%.0f blocks")
    case .timecents: own("timecents", "%.0f tc")
    case .timecentsPerKey: own("timecents per key", "%.0f tc/key")
    case .centsPerKey: own("cents per key", "%.0f ct/key")
    case .centibels: own("centibels", "%.0f cB")
    case .tenthsOfPercent: own("tenths of a percent", "%.0f ‰")
    case .millisecondsPerSemitone: own("milliseconds per semitone", "%.0f ms")
    case .key, .velocity, .number, .boolean: nil
    }
  }

  private static func own(_ label: String, _ render: String) -> String {
    """
    [
    \t\t\ta units:Unit ;
    \t\t\trdfs:label "\(label)" ;
    \t\t\tunits:symbol "\(render.split(separator: " ").last ?? "")" ;
    \t\t\tunits:render "\(render)"
    \t\t]
    """
  }

  /// A name in words: `modulatorLFOToPitch` is “Modulator LFO To Pitch”.
  private static func words(_ name: String) -> String {
    var words = ""
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      let follows = index + 1 < letters.count ? letters[index + 1] : nil
      let begins =
        letter.isUppercase && index > 0
        && (letters[index - 1].isLowercase || follows?.isLowercase == true)
      if begins { words += " " }
      words += index == 0 ? letter.uppercased() : String(letter)
    }
    return words
  }
}
