import PeachBankEditing
import PeachMusicUnits
import PeachPlugIn
import PeachServices
import PeachTrialRecords
import PeachTuning

extension ComplexityCase {
  /// Texts and records: tunings, recipes, trials, protocols, settings and states of plug-ins.
  static let records: [ComplexityCase] = [
    // Scala's files have a megabyte at most.
    ComplexityCase(
      name: "Scala: comments and notes", maximum: 65_536,
      input: { count in
        ComplexityInput(
          "title\n \(min(count, 4096))\n" + Bytes.repeated("! comment\n 3/2 text\n", count))
      },
      process: {
        _ = try? ScalaScale(scl: $0.bytes); return Outcome()
      }),
    ComplexityCase(
      name: "Scala: keyboard mapping", maximum: 65_536,
      input: { count in
        ComplexityInput(
          "\(min(count, 4096))\n0\n127\n60\n69\n440\n12\n" + Bytes.repeated("! comment\nx\n", count)
        )
      },
      process: {
        _ = try? ScalaKeyboardMapping(kbm: $0.bytes); return Outcome()
      }),
    ComplexityCase(
      name: "AnaMark: sections and notes", maximum: 65_536,
      input: { count in
        ComplexityInput(
          Bytes.repeated("[Exact Tuning] ;\n note  5 = 1.5e2 ; c\n", count / 2) + "note 127=1\n")
      },
      process: {
        _ = try? KeyboardTuning(tun: $0.bytes); return Outcome()
      }),
    ComplexityCase(
      name: "AnaMark: one long line", maximum: 1 << 19,
      input: { count in
        ComplexityInput("[Tuning]\n" + Bytes.repeated(" n", count / 2) + "=5\n")
      },
      process: {
        _ = try? KeyboardTuning(tun: $0.bytes); return Outcome()
      }),
    ComplexityCase(
      name: "Recipe: presets", maximum: 1 << 20,
      input: { count in
        let patterns = Bytes.repeated("files a.wav\n", min(count, 1000))
        let presets = (0..<count).map { "preset \($0 / 128):\($0 % 128) P\nfiles b.wav\n" }
        return ComplexityInput(patterns + presets.joined())
      }, process: recipe),
    ComplexityCase(
      name: "Recipe: patterns",
      input: { ComplexityInput("preset 0:0 P\n" + Bytes.repeated("files a*.wav, b\n", $0)) },
      process: recipe),
    ComplexityCase(
      name: "Trials: CSV with unknown columns",
      input: { count in
        let names = (0..<64).map { "x\($0)" }.joined(separator: ",")
        let line = Bytes.repeated("\"a\"\"b\",", 63) + "c\n"
        return ComplexityInput(names + "\n" + Bytes.repeated(line, count))
      }, process: trials),
    ComplexityCase(
      name: "Trials: JSON with long members",
      input: {
        ComplexityInput("{" + Bytes.repeated("\"a\\u0041\":[1,2.5e3],", $0) + "\"b\":1}\n")
      },
      process: trials),
    ComplexityCase(
      name: "Answers: invalid lines",
      input: { ComplexityInput(Bytes.repeated("{\"session\":\"a\"}\n", $0)) },
      process: { input in
        _ = ListeningFormat.read(input.bytes)
        return Outcome()
      }),
    ComplexityCase(
      name: "Protocol: conditions", maximum: 1 << 20,
      input: { count in
        ComplexityInput("block,note,offsetCents\n" + Bytes.repeated("a,60,3\n", count))
      },
      process: { input in
        _ = try? StudyProtocol(input.bytes)
        return Outcome()
      }),
    ComplexityCase(
      // A table of names that does not fit into the processor's caches, at every size.
      name: "Settings: members and nested arrays", start: 16_384,
      input: { count in
        let members = (0..<count).map { "\"k\($0)\":[[\($0)],{\"a\":null}]" }
        return ComplexityInput("{" + members.joined(separator: ",") + "}")
      },
      process: { input in
        _ = try? JSONReader.value(input.bytes)
        return Outcome()
      }),
    ComplexityCase(
      name: "Plug-in state: chunks",
      input: { count in
        let chunk = Array("parm".utf8) + [12, 0, 0, 0] + [UInt8](repeating: 0, count: 12)
        let unknown = Array("none".utf8) + [0, 0, 0, 0]
        let chunks = [[UInt8]](repeating: chunk + unknown, count: count)
        return ComplexityInput(Array(UnitState().bytes.prefix(8)) + chunks.flatMap { $0 })
      },
      process: { input in
        _ = try? UnitState(bytes: input.bytes)
        return Outcome()
      }),
  ]

  @Sendable private static func recipe(_ input: ComplexityInput) -> Outcome {
    var outcome = Outcome()
    do throws(RecipeError) {
      _ = try BuildRecipe(parsing: String(decoding: input.bytes, as: UTF8.self))
    } catch { outcome.add(["\(error)"]) }
    return outcome
  }

  @Sendable private static func trials(_ input: ComplexityInput) -> Outcome {
    var outcome = Outcome()
    do throws(TrialFormatError) {
      _ = try TrialFormat.records(input.bytes)
    } catch { outcome.add([error.description]) }
    return outcome
  }
}
