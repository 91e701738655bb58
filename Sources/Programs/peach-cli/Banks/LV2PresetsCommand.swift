import PeachServices

enum LV2PresetsCommand: Command {
  static let syntax = Syntax(
    name: "lv2-presets", summary: "Write a bundle that lists a bank's presets in LV2 hosts",
    purpose: "Writes an LV2 bundle that lists a bank's presets in hosts of the LV2 plug-in.",
    operands: ["BANK", "[BANK…]"],
    options: [.value("folder", "DIR", "folder of LV2 bundles (default: ~/.lv2)"), .json],
    notes: [
      """
      The bundle refers to the bank by its path. If you move or change the bank, run the
      command again. Several banks are a stack: presets of later ones have precedence, and
      FILE:128, FILE:0:42, FILE+1 and FILE=0:42 use parts of them, as in `peach play --bank`.
      """
    ],
    examples: [
      "peach lv2-presets FluidR3_GM.sf2": "Write ~/.lv2/FluidR3_GM.presets.lv2.",
      "peach lv2-presets gm.sf2 drums.sf2:128 cello.sfz=0:42":
        "Play three banks as one.",
      "peach lv2-presets my.sf2 --folder /usr/local/lib/lv2": "List them for all users.",
    ])

  private struct BundleReport: Report {
    let bundle: String
    let presets: Int

    var json: JSON { ["bundle": bundle, "presets": presets] }
    var text: String { "\(bundle): \(Console.count(presets, "preset"))" }
  }

  private static func bundle(of texts: [String]) throws -> LV2PresetBundle {
    if texts.count == 1, BankLayerText(file: texts[0]).isWhole {
      return try LV2PresetBundle(bankAt: texts[0])
    }
    return try CommonOptions.namingPresets { try LV2PresetBundle(stack: texts) }
  }

  static func run(_ arguments: Arguments) throws {
    let path = try arguments.bankOperand()
    let user = LV2PresetBundle.userFolder(environment: Console.environment)
    guard let folder = arguments.value("folder") ?? user else {
      throw CommandFailure(reason: "HOME is not set. Name the folder of LV2 bundles with --folder.")
    }
    for other in arguments.operands.dropFirst() { try StandardStream.checkInput(other) }
    let bundle = try bundle(of: arguments.operands)
    if bundle.presetCount == 0 {
      throw CommandFailure(
        reason: "\(path) has no presets. Run `peach inspect \(path)` for the reasons.")
    }
    let written = try bundle.write(toFolder: folder)
    try Console.print(
      BundleReport(bundle: written, presets: bundle.presetCount), asJSON: arguments.has("json"))
  }
}
