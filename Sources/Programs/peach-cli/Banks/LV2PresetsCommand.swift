import PeachServices

enum LV2PresetsCommand: Command {
  static let syntax = Syntax(
    name: "lv2-presets", summary: "Write a bundle that lists a bank's presets in LV2 hosts",
    purpose: "Writes an LV2 bundle that lists a bank's presets in hosts of the LV2 plug-in.",
    operands: ["BANK"],
    options: [.value("folder", "DIR", "folder of LV2 bundles (default: ~/.lv2)"), .json],
    notes: [
      """
      The bundle refers to the bank by its path. If you move or change the bank, run the
      command again.
      """
    ],
    examples: [
      "peach lv2-presets FluidR3_GM.sf2": "Write ~/.lv2/FluidR3_GM.presets.lv2.",
      "peach lv2-presets my.sf2 --folder /usr/local/lib/lv2": "List them for all users.",
    ])

  private struct BundleReport: Report {
    let bundle: String
    let presets: Int

    var json: JSON { ["bundle": bundle, "presets": presets] }
    var text: String { "\(bundle): \(Console.count(presets, "preset"))" }
  }

  static func run(_ arguments: Arguments) throws {
    let path = try arguments.bankOperand()
    let user = LV2PresetBundle.userFolder(environment: Console.environment)
    guard let folder = arguments.value("folder") ?? user else {
      throw CommandFailure(reason: "HOME is not set. Name the folder of LV2 bundles with --folder.")
    }
    let bundle = try LV2PresetBundle(bankAt: path)
    if bundle.presetCount == 0 {
      throw CommandFailure(
        reason: "\(path) has no presets. Run `peach inspect \(path)` for the reasons.")
    }
    let written = try bundle.write(toFolder: folder)
    try Console.print(
      BundleReport(bundle: written, presets: bundle.presetCount), asJSON: arguments.has("json"))
  }
}
