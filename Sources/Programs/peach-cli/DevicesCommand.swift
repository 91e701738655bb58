import Peach

/// `peach devices`: what there is to play on.
enum DevicesCommand: Command {
  static let syntax = Syntax(
    name: "devices", summary: "Lists the sound devices there are.", operands: [],
    options: [.init(name: "json", value: nil, help: "as JSON")],
    examples: [("peach play 440 --device plughw:0", "plays on one of them")])

  private struct Line: Encodable {
    var name: String
    var description: String
    var isDefault: Bool
  }

  static func run(_ arguments: Arguments) throws {
    let devices = AudioDevices.list()
    if arguments.has("json") {
      return try Console.print(
        json: devices.map {
          Line(name: $0.name, description: $0.text, isDefault: $0.isDefault)
        })
    }
    for device in devices {
      let mark = device.isDefault ? "* " : "  "
      Console.print("\(mark)\(device.name.padded(to: 28))\(device.text)")
    }
    if devices.isEmpty {
      Console.note(
        "no sound device was found. `--silent` keeps time without one, `--out` writes a file.")
    }
  }
}
