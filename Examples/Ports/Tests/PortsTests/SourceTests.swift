import Foundation
import PeachAudio
import Ports
import Testing

@Suite("Sources and interruptions")
struct SourceTests {
  @Test("The list has the sine and the pitched presets by name, and their players sound")
  func list() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "Cello A4.wav").path
    let frames = (0..<48_000).map { Float(0.5 * sin(2 * .pi * 440 * Double($0) / 48_000)) }
    let writer = try AudioFileWriter(path: path, type: .wav, sampleRate: 48_000, format: .float32)
    try writer.write(left: frames, right: frames, frameCount: frames.count)
    try writer.complete()
    let list = SourceList(try SoundFontLibrary(file: path))
    #expect(list.items.map(\.id).first == "sine")
    #expect(list.items.count == 2 && list.items[1].name.hasPrefix("Cello"))
    for item in list.items {
      let studio = try Studio()
      let player = HandlePlayer(try list.player(item.id, on: studio.engine))
      _ = try await player.play(frequency: 442, amplitudeDB: -6)
      let sine = FittedSine(studio.render(24_000)[4_800...], near: 442, rate: 48_000)
      #expect(abs(sine.cents(above: 442)) < 1 && sine.amplitude > 0.05, "\(item.name)")
    }
  }

  @Test("Interruptions and their ends are reported; waiting notes end")
  func interruption() async throws {
    let device = PullAudioDevice(sampleRate: 48_000)
    let engine = try PlaybackEngine(device: device)
    let pulling = Task.detached {
      var (left, right) = ([Float](repeating: 0, count: 480), [Float](repeating: 0, count: 480))
      while !Task.isCancelled {
        device.render(left: &left, right: &right, frameCount: 480)
        try? await Task.sleep(for: .milliseconds(10))
      }
    }
    defer { pulling.cancel() }
    var events = InterruptionObserver(device).events.makeAsyncIterator()
    let player = HandlePlayer(try SineWaveNotePlayer(on: engine))
    let playing = Task { try await player.play(frequency: 440, duration: 60) }
    try await Task.sleep(for: .milliseconds(200))
    let begun = ContinuousClock.now
    device.suspend()
    await #expect(throws: NotePlayerError.interrupted(.suspended)) { try await playing.value }
    #expect(ContinuousClock.now - begun < .seconds(0.5))
    #expect(await events.next() == .interrupted(.suspended))
    device.resume()
    #expect(await events.next() == .resumed)
    try await player.play(frequency: 440, duration: 0.1)
  }
}
