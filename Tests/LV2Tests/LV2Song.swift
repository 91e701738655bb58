#if LV2
  import PeachServices
  import SoundFontFixtures
  import SoundMeasurement
  import TestEnvironment

  /// A bank and a song for the plug-in, and songs as a host sends them.
  enum LV2Song {
    /// A bank of three presets whose one recording repeats, in a folder of its own.
    static func bankFile() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      var builder = SoundFontBuilder.simple
      let frames = TestBank.frames(period: 100, count: 1000, partials: [0.6, 0.2])
      builder.samples = [SoundFontSample(frames: frames, loop: 0..<1000)]
      builder.instruments = [.init(zones: [.init([.init(.sampleModes, 1)], plays: 0)])]
      builder.presets = [
        .init(program: 0, zones: [.init(plays: 0)]),
        .init(program: 5, zones: [.init([.init(.initialAttenuation, 100)], plays: 0)]),
        .init(bank: 128, program: 0, zones: [.init([.init(.pan, -300)], plays: 0)]),
        .init(bank: 129, program: 7, zones: [.init([.init(.pan, 300)], plays: 0)]),
      ]
      try folder.put("bank.sf2", builder.chunks.file)
      return folder
    }

    /// A song of notes, controllers, programs and a message of General MIDI, as a file.
    static func bytes(noteCount: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      var random = RandomNumbers(seed: 3)
      func append(_ ticks: Int, _ message: [UInt8]) {
        bytes += ticks < 128 ? [UInt8(ticks)] : [UInt8(0x80 | ticks >> 7), UInt8(ticks & 127)]
        bytes += message
      }
      append(0, [0xF0, 5, 0x7E, 0x7F, 9, 1, 0xF7])
      append(0, [0xC1, 5])
      for index in 0..<noteCount {
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
      return header + Array("MTrk".utf8) + length + bytes
    }

    /// The song's bytes at their frames, as a host's sequencer would send them.
    static func messages(
      _ song: MIDIFile, sampleRate: Int
    ) -> [(frame: Int, bytes: [UInt8])] {
      var sequencer = Sequencer(song, sampleRate: sampleRate)
      var messages: [(frame: Int, bytes: [UInt8])] = []
      while let event = sequencer.next(atOrBefore: .max >> 2) {
        switch event.content {
        case .message(let message):
          let all = [message.status, message.data1, message.data2]
          messages.append((Int(event.frame), Array(all.prefix(message.byteCount))))
        case .systemExclusive(let part):
          messages.append((Int(event.frame), [0xF0] + sequencer.bytes(of: part.range) + [0xF7]))
        case .escape, .click, .glide: break
        }
      }
      return messages
    }
  }
#endif
