import PeachServices

/// Runs a live session: reopens lost devices, reports events and performs typed commands.
final class LiveController {
  private static let waitMilliseconds: Int32 = 50
  private static let retryInterval = Duration.seconds(1)

  private let unit: SamplerUnit
  private let inputs: LiveInputs
  private let options: LiveCommand.Options
  private let terminal: LiveTerminal
  private let sequencer: SystemMIDIInput?
  private let ports: MIDIPortManager
  private let tuningClient = MTSClient()
  private var followsTuning = false
  private var session: LiveSession?
  private var nextAttempt = ContinuousClock.now
  private var reportedLossCount = 0
  private var isFinished = false

  init(
    _ unit: SamplerUnit, inputs: LiveInputs, options: LiveCommand.Options, terminal: LiveTerminal
  ) {
    self.unit = unit
    self.inputs = inputs
    self.options = options
    self.terminal = terminal
    // Without render resources, no queue is full.
    try? unit.follow(tuningClient?.source)
    // Without a sequencer, JACK ports and raw devices remain.
    sequencer = try? SystemMIDIInput.open(
      name: "Peach", bytes: inputs.receiver(), packets: inputs.packetReceiver())
    ports = MIDIPortManager(
      names: options.connectionNames, disablesConnections: options.disablesConnections,
      sequencer: sequencer)
  }

  /// Plays until the user ends the session. Throws if the session cannot start.
  func run() throws {
    try open()
    let count = Console.count(unit.factoryPresets.count, "preset")
    terminal.printLine("\(unit.bankName): \(count). Type help for a list of commands.")
    printWarnings()
    for program in options.programs { try perform(program) }
    if sequencer == nil, case .device? = session?.output, SequencerInput.isAvailable {
      terminal.printLine(
        "No MIDI ports: this system has no ALSA sequencer. Use --midi to read a raw device.")
    }
    while !isFinished && !Interruption.isRequested {
      for input in terminal.inputs(milliseconds: Self.waitMilliseconds) {
        switch input {
        case .interrupt: isFinished = true
        case .line(let line): handle(line)
        }
      }
      pollEvents()
    }
    terminal.printLine("Ended.")
    session = nil
  }

  /// Prints the warnings about the bank.
  private func printWarnings() {
    for text in unit.bankWarnings.prefix(8) { terminal.printLine("peach: warning: \(text)") }
    let rest = unit.bankWarnings.count - 8
    if rest > 0 { terminal.printLine("peach: warning: \(Console.count(rest, "other warning")).") }
  }

  private func open() throws {
    let output = try options.open()
    session = try LiveSession(unit, inputs: inputs, output: output)
    guard case .jack(let client) = output else { return }
    ports.reset()
    if options.disablesConnections { return }
    let speakers = client.ports(.audioInput).filter(\.isPhysical).prefix(2)
    for (port, speaker) in zip(client.audioPortNames, speakers) {
      try? client.connect(port, to: speaker.name)
    }
  }

  // MARK: Events

  /// Prints that a program has begun or ended to set the tuning.
  private func reportTuning() {
    if unit.followsTuning == followsTuning { return }
    followsTuning.toggle()
    terminal.printLine(
      followsTuning
        ? "MTS-ESP sets the tuning: \(tuningClient?.scaleName ?? "")"
        : "MTS-ESP has ended. The keys have their own tuning again.")
  }

  private func pollEvents() {
    reportTuning()
    for report in unit.service() {
      if let text = text(report) { terminal.printLine(text) }
    }
    if let failure = session?.failure {
      session = nil
      nextAttempt = .now + Self.retryInterval
      terminal.printLine("\(failure) Reconnecting …")
    }
    if session == nil && ContinuousClock.now >= nextAttempt {
      nextAttempt = .now + Self.retryInterval
      if (try? open()) != nil { terminal.printLine("Reconnected.") }
    }
    for message in ports.update(session?.output) { terminal.printLine(message) }
    let lost = inputs.lostCount + (sequencer?.lostCount ?? 0) + unit.lostMessageCount
    if lost > reportedLossCount {
      terminal.printLine(
        "\(lost - reportedLossCount) MIDI messages were lost: too many at a time, or too long.")
      reportedLossCount = lost
    }
    if terminal.isInteractive { terminal.show(status()) }
  }

  /// `voices 12  load 8 %  left −12.3 dB  right −14.0 dB  xruns 0`
  private func status() -> String {
    guard let meter = session?.readMeter() else { return "no audio" }
    func level(_ peak: Float) -> String { peak > 0 ? PlayCommand.decibels(peak) : "−∞" }
    return "voices \(meter.voiceCount)  load \((meter.load * 100).decimals(0)) %  left "
      + "\(level(meter.peakLeft)) dB  right \(level(meter.peakRight)) dB  "
      + "xruns \(meter.underrunCount)"
  }

  /// Returns the text of a report; `nil` for a drum kit, which is as recorded as expected.
  private func text(_ report: UnitReport) -> String? {
    switch report {
    case .loaded(let path): "Loaded \(path)."
    case .notLoaded(let error): "\(error)"
    case .selected(nil): "The preset does not exist; its channel is silent."
    case .selected(let preset?): "Selected preset \(preset)."
    case .straightened(_, .recorded), .corrected: nil
    case .straightened(let preset, let tone): "\(unit.factoryPresets[preset].name): \(tone.phrase)."
    case .malformed(let count): "Ignored an unknown message of \(count) bytes."
    }
  }

  // MARK: Commands

  private func handle(_ line: String) {
    do {
      if let command = try LiveConsoleCommand(line) { try perform(command) }
    } catch let error as UsageError {
      terminal.printLine(error.reason)
    } catch {
      terminal.printLine("\(error)")
    }
  }

  private func perform(_ command: LiveConsoleCommand) throws {
    switch command {
    case .ports: printPorts()
    case .connect(let text, let isConnecting):
      let port = try ports.port(text, session?.output)
      terminal.printLine(
        ports.setConnection(port, session?.output, isConnecting: isConnecting))
    case .presets(let text): printPresets(text)
    case .program(let channel, let identifier):
      let (bank, program) = (Int(identifier.bank), Int(identifier.program))
      guard try unit.useBankProgram(bank: bank, program: program, onChannel: channel) else {
        throw UsageError(
          reason: "The bank has no preset \(bank):\(program). Channel \(channel + 1) is silent.")
      }
      let preset = unit.factoryPresets.first { $0.bank == bank && $0.program == program }
      terminal.printLine("Channel \(channel + 1): \(preset?.name ?? "").")
    case .bank(let path):
      try unit.load(path)
      terminal.printLine("\(unit.bankName): \(Console.count(unit.factoryPresets.count, "preset")).")
    case .panic:
      // All Sound Off and Reset All Controllers (MIDI 1.0, Channel Mode Messages).
      inputs.send((0..<UInt8(16)).flatMap { [0xB0 | $0, 120, 0, 0xB0 | $0, 121, 0] })
      terminal.printLine("Stopped all sound.")
    case .status: terminal.printLine(status())
    case .help: terminal.printLine(LiveConsoleCommand.overview)
    case .quit: isFinished = true
    }
  }

  private func printPorts() {
    let available = ports.ports(session?.output)
    if available.isEmpty { terminal.printLine("No MIDI ports available.") }
    for (index, port) in available.enumerated() {
      let marker = ports.connected.contains(port) ? "*" : " "
      terminal.printLine("\(marker) \(index + 1)  \(port.title)")
    }
  }

  private func printPresets(_ text: String) {
    let found = unit.factoryPresets.filter {
      text.isEmpty || $0.name.caseFolded.contains(text.caseFolded)
    }
    if found.isEmpty { terminal.printLine("No preset name contains \"\(text)\".") }
    for preset in found { terminal.printLine("\(preset.bank):\(preset.program)  \(preset.name)") }
  }
}
