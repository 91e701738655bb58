import PeachInstrumentFiles
import PeachInstrumentModel

/// Checks a SoundFont's presets, instruments and zones: what they point at, and what they may say
/// (SoundFont 2.04 §7 and 8).
struct HydraCheck {
  let font: SoundFont

  func run(_ list: inout FindingList) {
    checkPresets(&list)
    for instrument in font.instruments where instrument.zones.isEmpty {
      list.add(
        .instrumentEmpty, "instrument ‘\(instrument.name.text)’", "it has no zones and is silent")
    }
    var instrumentIsUsed = [Bool](repeating: false, count: font.instruments.count)
    var sampleIsUsed = [Bool](repeating: false, count: font.samples.count)
    for preset in font.presets {
      ZoneCheck(
        table: font.presetZones, zones: preset.zones, isPreset: true,
        targetCount: font.instruments.count, owner: "preset ‘\(preset.name.text)’"
      ).run(&instrumentIsUsed, &list)
    }
    for instrument in font.instruments {
      ZoneCheck(
        table: font.instrumentZones, zones: instrument.zones, isPreset: false,
        targetCount: font.samples.count, owner: "instrument ‘\(instrument.name.text)’"
      ).run(&sampleIsUsed, &list)
    }
    for index in font.instruments.indices where !instrumentIsUsed[index] {
      list.add(
        .unusedInstrument, "instrument ‘\(font.instruments[index].name.text)’",
        "no preset plays it")
    }
    for index in font.samples.indices where !sampleIsUsed[index] {
      // The other half of a pair that is used counts as used.
      let link = Int(font.samples[index].link)
      let isPaired =
        font.samples[index].type & 0xE != 0 && link < sampleIsUsed.count && sampleIsUsed[link]
      if isPaired { continue }
      list.add(
        .unusedSample, "sample ‘\(font.samples[index].name.text)’", "no instrument plays it")
    }
  }

  private func checkPresets(_ list: inout FindingList) {
    var order: [Int] = []
    for (index, preset) in font.presets.enumerated() {
      if preset.program > 127 || preset.bank > 128 {
        list.add(
          .presetNumbers, "preset ‘\(preset.name.text)’",
          "it is program \(preset.program) of bank \(preset.bank); there are programs 0 to 127 "
            + "and banks 0 to 128")
      }
      if preset.zones.isEmpty {
        list.add(.presetEmpty, "preset ‘\(preset.name.text)’", "it has no zones and is silent")
      } else {
        order.append(index)
      }
    }
    func key(_ index: Int) -> (UInt16, UInt16, Int) {
      (font.presets[index].bank, font.presets[index].program, index)
    }
    order.sort { key($0) < key($1) }
    for place in order.indices.dropFirst() {
      let preset = font.presets[order[place]]
      let before = font.presets[order[place - 1]]
      if preset.bank == before.bank && preset.program == before.program {
        list.add(
          .presetRepeated, "preset ‘\(preset.name.text)’",
          "it has the numbers \(preset.bank):\(preset.program) of ‘\(before.name.text)’ and is "
            + "never chosen")
      }
    }
  }
}
