import Foundation
import PeachModels

// The author's way, without his screens: imports the bank of the first argument, chooses a cello,
// and plays. `Scripts/example-package` compares the output.
let sounds = try Sounds(language: .german)
print("starts with \(sounds.picker.sourceName)")
for suspect in sounds.suspects { print(sounds.question(suspect)) }
print("imported: \(await sounds.add(URL(filePath: CommandLine.arguments[1])))")
for bank in sounds.banks.banks where bank.isRemovable {
  print("\(bank.file): \(bank.presetCount) presets")
}
let cello = sounds.picker.items.first { $0.name.contains("Cello") && $0.origin == .user }
await sounds.select(cello?.id ?? "")
print("ready: \(sounds.picker.isReady), \(sounds.picker.message ?? "no message")")
let begun = ContinuousClock.now
try await sounds.compare(440, cents: 12.5)
let seconds = ((ContinuousClock.now - begun) / .seconds(1)).rounded()
print("played: \(sounds.factory.soundingSource == sounds.picker.source), \(Int(seconds)) s")
sounds.trainer.settings.referencePitchHertz = 442
print("trains with \(sounds.trainer.soundName) at \(sounds.trainer.settings.referencePitchHertz)")
