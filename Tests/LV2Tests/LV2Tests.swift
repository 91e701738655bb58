#if LV2
  import Foundation
  import PeachServices
  import PeachLV2
  import PeachLV2Bundle
  import SoundMeasurement
  import TestEnvironment
  import Testing

  @Suite("LV2 plug-in")
  struct LV2Tests {
    @Test("The state restores bank, programs and controllers")
    func state() throws {
      let folder = try LV2Song.bankFile()
      let path = folder.path("bank.sf2")
      let first = try #require(LV2Host(sampleRate: 48_000))
      first.run(64, object: first.message(settingBankTo: path))
      first.run(64, midi: [(0, [0xC0, 5]), (1, [0xB0, 7, 60]), (2, [0xE0, 0, 80])])
      let saved = first.save()
      #expect(saved.count == 2)
      let second = try #require(LV2Host(sampleRate: 48_000))
      // Both hosts map URIs in the same order.
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

    @Test("A stack is set by a message, saved with all its paths, and restored")
    func stack() throws {
      let folder = try LV2Song.bankFile()
      try folder.put("other.sf2", Array(Data(contentsOf: URL(filePath: folder.path("bank.sf2")))))
      let host = try #require(LV2Host(sampleRate: 48_000))
      let (bank, other) = (folder.path("bank.sf2"), folder.path("other.sf2:0:5=0:90"))
      // As a text field has it; the plug-in answers with lines.
      host.run(64, object: host.message(settingStackTo: "\(bank); \(other) "))
      host.run(64, object: host.message(settingBankTo: nil))
      host.run(64)
      #expect(host.stackNotices.last == "\(bank)\n\(other)\n")
      #expect(host.notices.last == folder.path("other.sf2"))
      // 0:90 is in the second bank only, 10 dB softer than the first's 0:0.
      host.run(8192, midi: [(0, [0xC0, 90]), (0, [0xB0, 91, 0]), (0, [0x90, 60, 100])])
      #expect(host.voiceCount == 1)
      let saved = host.save()
      #expect(saved.count == 3)
      let key = host.number(LV2Description.stackProperty)
      #expect(
        saved[key].map { String(decoding: $0.bytes, as: UTF8.self) }
          == "\(bank)\n\(other)\n\0")
      let second = try #require(LV2Host(sampleRate: 48_000))
      #expect(second.restore(saved))
      #expect(second.save().mapValues { $0.bytes } == saved.mapValues { $0.bytes })
      second.run(8192, midi: [(0, [0x90, 60, 100])])
      #expect(second.left == Array(host.left.suffix(8192)))
      #expect(second.left.contains { $0 != 0 })
      // A single bank replaces the stack; an empty or wrong one changes nothing.
      host.run(64, object: host.message(settingStackTo: ""))
      host.run(64, object: host.message(settingStackTo: folder.path("none.sf2")))
      #expect(host.save().mapValues { $0.bytes } == saved.mapValues { $0.bytes })
      host.run(64, object: host.message(settingBankTo: bank))
      host.run(64)
      #expect(host.stackNotices.last == "" && host.notices.last == bank)
      #expect(host.save().count == 2)
    }

    @Test(
      "Generator ports are offsets, mode ports set modes, and patch:Get returns the path"
    )
    func ports() throws {
      let folder = try LV2Song.bankFile()
      let host = try #require(LV2Host(sampleRate: 48_000))
      host.run(64, object: host.message(settingBankTo: folder.path("bank.sf2")))
      let attenuation = try #require(
        LV2Description.parameters.firstIndex { $0.identifier == "initialAttenuation" })
      // Without the reverb, whose tail would be in the first window.
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

    // realloc(buffer, 0) may return NULL: C17, 7.22.3.5. jalv 1.6 then ends its worker.
    @Test("Worker requests are not empty, which ends the worker of some hosts")
    func requests() throws {
      let folder = try LV2Song.bankFile()
      let host = try #require(LV2Host(sampleRate: 48_000))
      host.run(64, object: host.message(settingBankTo: nil))
      host.run(64, object: host.message(settingBankTo: folder.path("bank.sf2")))
      host.run(64, object: host.message(settingBankTo: nil))
      host.run(64, midi: [(0, UnitMessages.usePreset(1))])
      host.run(64)
      #expect(host.emptyRequestCount == 0)
      #expect(host.notices.last == folder.path("bank.sf2"))
    }

    @Test(
      "A transport stop releases keys and pedals; other positions do not")
    func transport() throws {
      let folder = try LV2Song.bankFile()
      let host = try #require(LV2Host(sampleRate: 48_000))
      host.run(64, object: host.message(settingBankTo: folder.path("bank.sf2")))
      let notes: [(frame: Int, bytes: [UInt8])] = [
        (0, [0x90, 60, 100]), (1, [0xB3, 64, 127]), (2, [0x93, 64, 100]), (3, [0x83, 64, 0]),
      ]
      host.run(64, midi: notes)
      for speed: Float in [0, 0, 1, 1, -2] {
        host.run(9600, object: host.message(speed: speed))
        #expect(host.voiceCount == 2, "\(speed)")
      }
      host.run(9600, object: host.message(speed: 0))
      #expect(host.voiceCount == 0)
      // A key pressed while the transport is stopped stays down.
      host.run(64, midi: [(0, [0x90, 60, 100])])
      host.run(9600, object: host.message(speed: 0))
      #expect(host.voiceCount == 1)
      var cut = host.message(speed: 1)
      cut.removeLast(12)
      host.run(64, object: cut)
      host.run(9600, object: host.message(speed: 0))
      #expect(host.voiceCount == 1)
    }

    @Test("A host without a worker gets silence, and its state loads a bank")
    func noWorker() throws {
      let folder = try LV2Song.bankFile()
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

    @Test("The library has one plug-in, and its description lists each port once")
    func description() throws {
      #expect(lv2Descriptor(1) == nil)
      let manifest = LV2Description.manifest(library: "libpeach-lv2.so")
      #expect(manifest.contains("<urn:peach:sampler>\n\ta lv2:Plugin ;"))
      #expect(manifest.contains("lv2:binary <libpeach-lv2.so> ;"))
      #expect(LV2Description.portCount == 76)
      func values(_ property: String) -> [String] {
        LV2Description.plugin.split(separator: "\n").filter { $0.contains("\tlv2:\(property) ") }
          .map { $0.split(separator: " ")[1].filter { $0 != "\"" } }
      }
      #expect(values("index") == (0..<76).map { "\($0)" })
      // Hosts store these symbols in sessions.
      let generators = UnitParameter.all.filter { $0.isWritable && $0.address < 1000 }
      let symbols =
        ["control", "notify", "left", "right", "activeVoiceCount"]
        + [
          "gain", "presetBank", "presetProgram", "reverbLevel", "chorusLevel", "concertPitch",
          "scale", "scaleRoot", "inTune", "straightTone", "vibratoAmount", "portamentoModeEnabled",
          "portamentoRate", "oneVoicePerKeyModeEnabled", "polyphonicModeEnabled",
          "retriggerModeEnabled", "bankMode",
        ] + generators.map { $0.identifier }
        // Added later, at the end.
        + ["adaptive", "purity", "glide", "smoothTone", "octaveStretch", "stretchAmount", "mtsESP"]
      // The port group is the first with a symbol.
      #expect(values("symbol") == ["generators"] + symbols)
      // Generators are a group, and other ports are not in it.
      let ports = LV2Description.plugin.components(separatedBy: "lv2:index ").dropFirst()
      let grouped = ports.filter { $0.contains("pg:group <urn:peach:sampler:generators>") }
      #expect(
        generators.count == 47 && grouped.count == 47
          && grouped == Array(ports.dropLast(7).suffix(47)))
      #expect(values("minimum").count == 72 && values("maximum").count == 72)
    }
  }
#endif
