#if LV2
  import Foundation
  import Peach
  import PeachLV2
  import SoundFontFixtures
  import SoundMeasurement
  import TestEnvironment
  import Testing

  @Suite("The LV2 plug-in")
  struct LV2Tests {
    /// A bank of three presets whose one recording repeats, in a folder of its own.
    private static func bankFile() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      var builder = SoundFontBuilder.simple
      let frames = TestBank.frames(period: 100, count: 1000, partials: [0.6, 0.2])
      builder.samples = [SoundFontSample(frames: frames, loop: 0..<1000)]
      builder.instruments = [.init(zones: [.init([.init(.sampleModes, 1)], plays: 0)])]
      builder.presets = [
        .init(program: 0, zones: [.init(plays: 0)]),
        .init(program: 5, zones: [.init([.init(.initialAttenuation, 100)], plays: 0)]),
        .init(bank: 128, program: 0, zones: [.init([.init(.pan, -300)], plays: 0)]),
      ]
      try folder.put("bank.sf2", builder.chunks.file)
      return folder
    }

    /// A song of notes, controllers, programs and a message of General MIDI.
    private static func song() throws -> MIDIFile {
      var bytes: [UInt8] = []
      var random = RandomNumbers(seed: 3)
      func append(_ ticks: Int, _ message: [UInt8]) {
        bytes += ticks < 128 ? [UInt8(ticks)] : [UInt8(0x80 | ticks >> 7), UInt8(ticks & 127)]
        bytes += message
      }
      append(0, [0xF0, 5, 0x7E, 0x7F, 9, 1, 0xF7])
      append(0, [0xC1, 5])
      for index in 0..<120 {
        let channel = random.pick([UInt8(0), 1, 9])
        let key = UInt8(random.whole(40...90))
        append(random.whole(0...40), [0x90 | channel, key, UInt8(random.whole(20...127))])
        if index % 5 == 0 {
          append(3, [0xB0 | channel, random.pick([1, 7, 10, 91, 93]), random.sevenBits()])
        }
        if index % 7 == 0 { append(2, [0xE0 | channel, random.sevenBits(), random.sevenBits()]) }
        append(random.whole(0...130), [0x80 | channel, key, 64])
      }
      append(0, [0xFF, 0x2F, 0])
      let count = bytes.count
      let header: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
      let length = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
      return try MIDIFile(bytes: header + Array("MTrk".utf8) + length + bytes)
    }

    /// The song's bytes at their frames, as a host's sequencer would send them.
    private static func messages(_ song: MIDIFile) -> [(frame: Int, bytes: [UInt8])] {
      var sequencer = Sequencer(song, sampleRate: 48_000)
      var messages: [(frame: Int, bytes: [UInt8])] = []
      while let event = sequencer.next(atOrBefore: .max >> 2) {
        switch event.content {
        case .message(let message):
          let all = [message.status, message.data1, message.data2]
          messages.append((Int(event.frame), Array(all.prefix(message.byteCount))))
        case .systemExclusive(let part):
          messages.append((Int(event.frame), [0xF0] + sequencer.bytes(of: part.range) + [0xF7]))
        case .escape: break
        }
      }
      return messages
    }

    private static func rendered(_ song: MIDIFile, _ path: String, frames: Int) throws -> [Float] {
      let options = RenderOptions()
      var renderer = try SongRenderer(
        song, bank: SoundBank(contentsOf: path), decoder: nil,
        configuration: SynthesizerConfiguration(
          maximumVoices: options.maximumVoices, gain: options.gain))
      var audio = [Float](repeating: 0, count: 2 * frames)
      audio.withUnsafeMutableBufferPointer { audio in
        guard let left = audio.baseAddress else { return }
        _ = renderer.render(left: left, right: left + frames, count: frames)
      }
      return audio
    }

    @Test(
      "what it plays is what the song's rendering is, bit for bit, for blocks of 1 to 8192 frames")
    func identical() throws {
      let folder = try Self.bankFile()
      let song = try Self.song()
      let messages = Self.messages(song)
      #if DEBUG
        let frames = 100_000
        let sizes = [[8192], [1, 64, 333, 4096, 0, 17]]
      #else
        let frames = 400_000
        let sizes = [[1], [2, 3], [64], [8192], [1, 64, 333, 4096, 0, 17]]
      #endif
      let expected = try Self.rendered(song, folder.path("bank.sf2"), frames: frames)
      #expect(expected.contains { $0 != 0 })
      for plan in sizes {
        let host = try #require(LV2Host(sampleRate: 48_000))
        host.run(0, object: host.message(settingBankTo: folder.path("bank.sf2")))
        host.run(0)
        #expect(host.notices == [folder.path("bank.sf2")])
        var done = 0
        var block = 0
        var next = 0
        while done < frames {
          let count = min(plan[block % plan.count], frames - done)
          block += 1
          var own: [(frame: Int, bytes: [UInt8])] = []
          while next < messages.count && messages[next].frame < done + count {
            own.append((messages[next].frame - done, messages[next].bytes))
            next += 1
          }
          host.run(count, midi: own)
          done += count
        }
        #expect(host.left == Array(expected[..<frames]), "\(plan)")
        #expect(host.right == Array(expected[frames...]), "\(plan)")
      }
    }

    @Test("state survives: bank, programs, controllers")
    func state() throws {
      let folder = try Self.bankFile()
      let path = folder.path("bank.sf2")
      let first = try #require(LV2Host(sampleRate: 48_000))
      first.run(64, object: first.message(settingBankTo: path))
      first.run(64, midi: [(0, [0xC0, 5]), (1, [0xB0, 7, 60]), (2, [0xE0, 0, 80])])
      let saved = first.save()
      #expect(saved.count == 2)
      let second = try #require(LV2Host(sampleRate: 48_000))
      // Numbers of addresses are each host's own, and come in the same order here.
      #expect(second.restore(saved))
      #expect(second.save().mapValues { $0.bytes } == saved.mapValues { $0.bytes })
      for host in [first, second] { host.run(20_000, midi: [(5, [0x90, 60, 100])]) }
      #expect(second.left == Array(first.left.suffix(20_000)))
      #expect(second.left.contains { $0 != 0 })
      #expect(second.voiceCount == 1)
      var moved = saved
      let key = second.number(LV2Description.bankProperty)
      moved[key]?.bytes = Array("/nowhere/b.sf2\0".utf8)
      #expect(!second.restore(moved))
      #expect(second.save().mapValues { $0.bytes } == saved.mapValues { $0.bytes })
    }

    @Test(
      "a port of a generator adds to what the bank says; others are modes; the host asks for the path"
    )
    func ports() throws {
      let folder = try Self.bankFile()
      let host = try #require(LV2Host(sampleRate: 48_000))
      host.run(64, object: host.message(settingBankTo: folder.path("bank.sf2")))
      let attenuation = try #require(
        LV2Description.parameters.firstIndex { $0.identifier == "initialAttenuation" })
      // Without the reverb, which still fills the room in the first window.
      host.run(8192, midi: [(0, [0xB0, 91, 0]), (0, [0x90, 60, 100])])
      host.values[attenuation] = 100
      host.run(8192)
      let louder = Level.rootMeanSquare(host.left[4160..<8160])
      let quieter = Level.rootMeanSquare(host.left[12_300..<16_300])
      #expect(abs(louder - quieter - 10) < 0.05)
      let polyphonic = try #require(LV2Description.parameters.firstIndex { $0.address == 1003 })
      host.values[polyphonic] = 0
      host.run(9600, midi: [(1, [0x90, 62, 100]), (2000, [0x90, 64, 100])])
      #expect(host.voiceCount == 1)
      host.run(64, object: host.message(settingBankTo: nil))
      host.run(64)
      #expect(host.notices.last == folder.path("bank.sf2"))
    }

    @Test("a host without a worker gets silence and no harm; its state brings a bank all the same")
    func noWorker() throws {
      let folder = try Self.bankFile()
      let other = try #require(LV2Host(sampleRate: 44_100))
      other.run(1, object: other.message(settingBankTo: folder.path("bank.sf2")))
      let host = try #require(LV2Host(sampleRate: 44_100, hasWorker: false))
      host.run(64, object: host.message(settingBankTo: folder.path("bank.sf2")))
      host.run(512, midi: [(0, [0x90, 60, 100])])
      #expect(host.left.allSatisfy { $0 == 0 })
      #expect(host.restore(other.save()))
      host.run(512, midi: [(0, [0x90, 60, 100])])
      #expect(host.left.contains { $0 != 0 })
    }

    @Test("there is one plug-in, and the bundle's description is that of the table of parameters")
    func description() throws {
      #expect(lv2Descriptor(1) == nil)
      let bundle = TestFiles.repository.appending(path: "Sources/Programs/PeachLV2/peach.lv2")
      let plugin = try String(contentsOf: bundle.appending(path: "peach.ttl"), encoding: .utf8)
      #expect(plugin == LV2Description.plugin)
      let manifest = try String(
        contentsOf: bundle.appending(path: "manifest.ttl"), encoding: .utf8)
      #expect(manifest == LV2Description.manifest(library: "libpeach-lv2.so"))
      #expect(LV2Description.portCount == 57)
    }
  }
#endif
