import Peach

/// A live session from beginning to end: keeps it sounding, tells what happens, does what is asked.
final class LiveDesk {
  private static let waitMilliseconds: Int32 = 50
  private static let retryInterval = Duration.seconds(1)

  private let unit: SamplerUnit
  private let inputs: LiveInputs
  private let options: LiveCommand.Options
  private let lines: LiveLines
  private let sequencer: SequencerInput?
  private let wiring: LiveWiring
  private var session: LiveSession?
  private var nextTry = ContinuousClock.now
  private var toldLost = 0
  private var isOver = false

  init(
    _ unit: SamplerUnit, inputs: LiveInputs, options: LiveCommand.Options, lines: LiveLines
  ) {
    self.unit = unit
    self.inputs = inputs
    self.options = options
    self.lines = lines
    // Without one there may still be JACK's ports, or raw devices.
    sequencer = try? SequencerInput(name: "Peach", receiver: inputs.receiver())
    wiring = LiveWiring(
      wanted: options.wanted, connectsNothing: options.connectsNothing, sequencer: sequencer)
  }

  /// Plays until somebody ends it. Throws where it cannot begin.
  func run() throws {
    try open()
    let count = Console.count(unit.factoryPresets.count, "preset")
    lines.say("\(unit.bankName): \(count). help lists what to write.")
    for program in options.programs { try carryOut(program) }
    if sequencer == nil, case .device? = session?.output, SequencerInput.isAvailable {
      lines.say("No MIDI ports: this machine has no ALSA sequencer. --midi reads a raw device.")
    }
    while !isOver && !Interruption.wasAskedFor {
      for input in lines.read(milliseconds: Self.waitMilliseconds) {
        switch input {
        case .interrupt: isOver = true
        case .line(let line): obey(line)
        }
      }
      watch()
    }
    lines.say("Ended.")
    session = nil
  }

  private func open() throws {
    let output = try options.open()
    session = try LiveSession(unit, inputs: inputs, output: output)
    guard case .jack(let client) = output else { return }
    wiring.forget()
    if options.connectsNothing { return }
    let speakers = client.ports(.audioInput).filter(\.isPhysical).prefix(2)
    for (port, speaker) in zip(client.audioPortNames, speakers) {
      try? client.connect(port, to: speaker.name)
    }
  }

  // MARK: What happens

  private func watch() {
    for report in unit.service() { lines.say(Self.sentence(report)) }
    if let failure = session?.failure {
      session = nil
      nextTry = .now + Self.retryInterval
      lines.say("\(failure) Waiting for it.")
    }
    if session == nil && ContinuousClock.now >= nextTry {
      nextTry = .now + Self.retryInterval
      if (try? open()) != nil { lines.say("It is there again.") }
    }
    for sentence in wiring.update(session?.output) { lines.say(sentence) }
    let lost = inputs.lostCount + (sequencer?.lostCount ?? 0) + unit.lostMessageCount
    if lost > toldLost {
      lines.say("\(lost - toldLost) messages came faster than they could be played, and are lost.")
      toldLost = lost
    }
    if lines.isTerminal { lines.show(status()) }
  }

  /// `voices 12  load 8 %  left −12.3 dB  right −14.0 dB  late 0`
  private func status() -> String {
    guard let meter = session?.readMeter() else { return "no sound" }
    func level(_ peak: Float) -> String { peak > 0 ? PlayCommand.decibels(peak) : "−∞" }
    return "voices \(meter.voiceCount)  load \((meter.load * 100).decimals(0)) %  left "
      + "\(level(meter.peakLeft)) dB  right \(level(meter.peakRight)) dB  late \(meter.lateCount)"
  }

  private static func sentence(_ report: UnitReport) -> String {
    switch report {
    case .loaded(let path): "\(path) is loaded."
    case .notLoaded(let error): "\(error)"
    case .chosen(nil): "There is no such preset: it is silent."
    case .chosen(let preset?): "Preset \(preset) is chosen."
    case .notUnderstood(let count): "A message of \(count) bytes is not understood."
    }
  }

  // MARK: What is asked for

  private func obey(_ line: String) {
    do {
      guard let order = try LiveOrder(line) else { return }
      try carryOut(order)
    } catch let error as UsageError {
      lines.say(error.reason)
    } catch {
      lines.say("\(error)")
    }
  }

  private func carryOut(_ order: LiveOrder) throws {
    switch order {
    case .ports: tellPorts()
    case .connect(let text):
      let port = try wiring.port(text, session?.output)
      lines.say(wiring.connect(port, session?.output) ?? "\(port.title) is connected.")
    case .disconnect(let text):
      let port = try wiring.port(text, session?.output)
      lines.say(wiring.disconnect(port, session?.output) ?? "\(port.title) is disconnected.")
    case .presets(let text): tellPresets(text)
    case .program(let channel, let wanted):
      let (bank, program) = (Int(wanted.bank), Int(wanted.program))
      guard unit.useBankProgram(bank: bank, program: program, onChannel: channel) else {
        throw UsageError(
          reason: "the bank has no preset \(bank):\(program); channel \(channel + 1) is silent.")
      }
      let preset = unit.factoryPresets.first { $0.bank == bank && $0.program == program }
      lines.say("Channel \(channel + 1): \(preset?.name ?? "").")
    case .bank(let path):
      try unit.load(path)
      lines.say("\(unit.bankName): \(Console.count(unit.factoryPresets.count, "preset")).")
    case .panic:
      // All sound off, and all controllers back (MIDI 1.0, Channel Mode Messages).
      inputs.send((0..<UInt8(16)).flatMap { [0xB0 | $0, 120, 0, 0xB0 | $0, 121, 0] })
      lines.say("Silence.")
    case .status: lines.say(status())
    case .help: lines.say(LiveOrder.overview)
    case .quit: isOver = true
    }
  }

  private func tellPorts() {
    let ports = wiring.ports(session?.output)
    if ports.isEmpty { lines.say("There are no MIDI ports.") }
    for (index, port) in ports.enumerated() {
      let mark = wiring.connected.contains(port) ? "*" : " "
      lines.say("\(mark) \(index + 1)  \(port.title)")
    }
  }

  private func tellPresets(_ text: String) {
    let found = unit.factoryPresets.filter {
      text.isEmpty || $0.name.lowercased().contains(text.lowercased())
    }
    if found.isEmpty { lines.say("No preset has \"\(text)\" in its name.") }
    for preset in found { lines.say("\(preset.bank):\(preset.program)  \(preset.name)") }
  }
}
