import PeachServices

enum DevicesCommand: Command {
  static let syntax = Syntax(
    name: "devices", summary: "List audio output devices",
    purpose: "Lists audio output devices. An asterisk marks the default device.",
    options: [.json],
    examples: ["peach play 440 --device plughw:0": "Play on a particular device."])

  static func run(_ arguments: Arguments) throws {
    let devices = AudioDevices.list()
    if arguments.has("json") {
      return try Console.print(
        json: devices.map { device -> JSON in
          ["name": device.name, "description": device.text, "isDefault": device.isDefault]
        })
    }
    for device in devices {
      let marker = device.isDefault ? "* " : "  "
      Console.print("\(marker)\(device.name.padded(to: 28))\(device.text)")
    }
    if devices.isEmpty {
      Console.info(
        "No audio device found. Pass --null-audio to use none, or --output to write a file.")
    }
  }
}
