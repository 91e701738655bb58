import PeachLV2Bundle

/// Prints a Turtle file of the LV2 bundle: `lv2-description manifest` or `lv2-description plugin`.
@main
struct LV2DescriptionProgram {
  static func main() {
    let isManifest = CommandLine.arguments.dropFirst().first == "manifest"
    let text =
      isManifest
      ? LV2Description.manifest(library: "libpeach-lv2.so") : LV2Description.plugin
    print(text, terminator: "")
  }
}
