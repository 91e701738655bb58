import PeachFileIO
import PeachTrialRecords

/// A list of downloadable banks, built in or from a file.
public struct PinnedBankList: Sendable {
  /// The banks, in the list's order.
  public let banks: [PinnedBank]

  /// The built-in list. `Documentation/banks/fetching.md` has the sources of its entries.
  static let builtIn = """
    [
      {
        "name": "generaluser-gs",
        "file": "GeneralUser-GS.sf2",
        "address": "https://raw.githubusercontent.com/mrbumpy409/GeneralUser-GS/\
    684543d5e5efaef08d02be50dcda8d552478fa60/GeneralUser-GS.sf2",
        "sha256": "9575028c7a1f589f5770fccc8cff2734566af40cd26ed836944e9a5152688cfe",
        "byteCount": 32319396,
        "license": "GeneralUser GS License v2.0",
        "attribution": "GeneralUser GS 2.0.3 by S. Christian Collins"
      },
      {
        "name": "musescore-general",
        "file": "MuseScore_General.sf3",
        "address": "https://ftp.osuosl.org/pub/musescore/soundfont/MuseScore_General/\
    MuseScore_General.sf3",
        "sha256": "5b85b6c2c61d10b2b91cddd41efcce7b25cd31c8271d511c73afafbef20b6fa3",
        "byteCount": 39900972,
        "license": "MIT",
        "attribution": "MuseScore_General 0.2: FluidR3 by Frank Wen (c) 2000-2002, 2008; \
    FluidR3Mono by Michael Cowgill (c) 2014-2017; adapted by S. Christian Collins \
    (c) 2018-2019; Temple Blocks by Ethan Winer (c) 2002; Drumline Cymbals by Michael \
    Schorsch (c) 2016"
      },
      {
        "name": "fluidr3-gm",
        "file": "FluidR3_GM.sf2",
        "address": "https://github.com/shakfu/aldakit/releases/download/soundfonts-v1/\
    FluidR3_GM.sf2",
        "sha256": "74594e8f4250680adf590507a306655a299935343583256f3b722c48a1bc1cb0",
        "byteCount": 148398306,
        "license": "MIT",
        "attribution": "Fluid (R3) SoundFont (c) 2000-2002, 2008 Frank Wen"
      },
      {
        "name": "timgm6mb",
        "file": "TimGM6mb.sf2",
        "address": "https://raw.githubusercontent.com/musescore/musescore-old/\
    0c1f25dc3cdd2f9332118fa221a344eb8f6ee702/mscore/share/sound/TimGM6mb.sf2",
        "sha256": "c5378b62028c920cb11e4803327983fee2f2cdff5dc89c708e39da417e51c854",
        "byteCount": 5969788,
        "license": "GPL-2.0-only",
        "attribution": "TimGM6mb (c) 2004 Tim Brechbill, 2010 David Bolton"
      }
    ]
    """

  /// Parses a list in JSON, whose objects have the properties of ``PinnedBank``.
  ///
  /// - Throws: ``BankFetchError/unusableList(reason:)``.
  public init(json: [UInt8]) throws(BankFetchError) {
    let value: JSONValue
    do throws(JSONError) { value = try JSONReader.value(json) } catch {
      throw .unusableList(reason: "Not JSON: \(error).")
    }
    guard let entries = value.array else { throw .unusableList(reason: "Not a JSON array.") }
    var banks: [PinnedBank] = []
    for (index, entry) in entries.enumerated() {
      let bank = try PinnedBank(entry, number: index + 1)
      if let problem = bank.problem { throw .unusableList(reason: "\(bank.name): \(problem)") }
      banks.append(bank)
    }
    self.banks = banks
  }

  /// The built-in list.
  public static var standard: PinnedBankList {
    // Tests prove that the list can be read.
    (try? PinnedBankList(json: Array(builtIn.utf8))) ?? PinnedBankList(banks: [])
  }

  private init(banks: [PinnedBank]) { self.banks = banks }

  /// Creates the list in the file that `PEACH_BANK_LIST` names, or else the built-in one.
  public init() throws { try self.init(environment: ProcessEnvironment.variables) }

  package init(environment: [String: String]) throws {
    if let path = environment["PEACH_BANK_LIST"], !path.isEmpty {
      try self.init(json: FileAccess.read(path: path, limit: 1 << 20))
    } else {
      try self.init(json: Array(Self.builtIn.utf8))
    }
  }

  /// Returns the bank called `name`.
  ///
  /// - Throws: ``BankFetchError/notListed(name:available:)``.
  public func bank(named name: String) throws(BankFetchError) -> PinnedBank {
    guard let bank = banks.first(where: { $0.name == name }) else {
      throw .notListed(name: name, available: banks.map(\.name))
    }
    return bank
  }
}
