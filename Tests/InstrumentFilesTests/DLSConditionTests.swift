import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

/// The operators of ‘cdl ’ and their codes match the table of the DLS Level 2 specification.
@Suite("DLS conditions")
struct DLSConditionTests {
  private static func word(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
  private static func constant(_ value: UInt32) -> [UInt8] {
    word(0x10) + (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Returns a query (0x11), or whether it is supported (0x12), with its GUID in RIFF byte order.
  private static func query(_ operation: UInt16, _ identifier: [UInt8]) -> [UInt8] {
    word(operation) + identifier
  }
  private static let level1: [UInt8] = [
    0x27, 0x2F, 0x8F, 0x17, 0x64, 0xC3, 0xD1, 0x11, 0xA7, 0x60, 0x00, 0x00, 0xF8, 0x75, 0xAC, 0x12,
  ]
  private static let level2: [UInt8] = [
    0xE5, 0x99, 0x45, 0xF1, 0x89, 0x46, 0xD2, 0x11, 0xAF, 0xA6, 0x00, 0xAA, 0x00, 0x24, 0xD8, 0xB6,
  ]
  private static let generalMIDI: [UInt8] = [
    0x24, 0x2F, 0x8F, 0x17, 0x64, 0xC3, 0xD1, 0x11, 0xA7, 0x60, 0x00, 0x00, 0xF8, 0x75, 0xAC, 0x12,
  ]
  private static let rate: [UInt8] = [
    0x13, 0xF7, 0x91, 0x2A, 0xBF, 0xA4, 0xD2, 0x11, 0xBB, 0xDF, 0x00, 0x60, 0x08, 0x33, 0xDB, 0xD8,
  ]
  private static let unknown = [UInt8](repeating: 9, count: 16)

  /// Returns Y, X and an operator, with X on top of the stack.
  private static func binary(_ y: UInt32, _ x: UInt32, _ operation: UInt16) -> [UInt8] {
    constant(y) + constant(x) + word(operation)
  }

  /// Whether the only instrument of a file with this condition is read.
  private func isMet(_ condition: [UInt8]) throws -> Bool {
    var builder = DLSBuilder()
    builder.instruments.append(.init("conditional"))
    builder.instruments[1].program = 1
    builder.instruments[1].condition = condition
    return try InstrumentFile.read(ByteStorage(copying: builder.file)).presets.count == 2
  }

  @Test("Every operator, with X on top of the stack")
  func operators() throws {
    let cases: [(UInt32, UInt32, UInt16, UInt32)] = [
      (12, 10, 1, 8), (12, 10, 2, 14), (12, 10, 3, 6), (12, 10, 4, 22), (3, 10, 5, 7),
      (3, 10, 6, 30), (3, 10, 7, 3), (2, 1, 8, 1), (2, 0, 8, 0), (0, 0, 9, 0), (2, 0, 9, 1),
      (3, 2, 10, 1), (2, 3, 10, 0), (3, 3, 11, 1), (2, 3, 12, 1), (3, 2, 12, 0), (3, 3, 13, 1),
      (3, 3, 14, 1), (3, 4, 14, 0),
    ]
    for (y, x, operation, result) in cases {
      let program = Self.binary(y, x, operation) + Self.constant(result) + Self.word(14)
      #expect(try isMet(program), "\(operation): \(y) \(x)")
    }
    #expect(try isMet(Self.constant(0) + Self.word(15)))
    #expect(try !isMet(Self.constant(5) + Self.word(15)))
  }

  @Test("Supported queries")
  func queries() throws {
    #expect(try isMet(Self.query(0x11, Self.level1)) && isMet(Self.query(0x11, Self.level2)))
    #expect(try !isMet(Self.query(0x11, Self.generalMIDI)))
    #expect(try isMet(Self.query(0x12, Self.generalMIDI)))
    #expect(try isMet(Self.query(0x11, Self.rate)))
    #expect(try !isMet(Self.query(0x12, Self.unknown)) && !isMet(Self.query(0x11, Self.unknown)))
  }

  @Test("A broken condition drops its list, with a warning")
  func broken() throws {
    let programs: [[UInt8]] = [
      [], Self.word(1), Self.word(15), Self.constant(1) + Self.word(4), Self.binary(0, 1, 7),
      Self.word(0x10), Self.word(0x11) + [1, 2], Self.word(0x77), [1],
      (0..<100).flatMap { _ in Self.constant(1) },
    ]
    for program in programs {
      var builder = DLSBuilder()
      builder.instruments.append(.init("conditional"))
      builder.instruments[1].condition = program
      let bank = try InstrumentFile.read(ByteStorage(copying: builder.file))
      #expect(bank.presets.count == 1 && bank.warnings.contains { $0.contains("‘cdl ’") })
    }
  }

  @Test("Conditions of articulations, regions and files")
  func scopes() throws {
    var builder = DLSBuilder()
    builder.instruments[0].connections = [(0, 0, 4, 0, 99 << 16)]
    builder.instruments[0].articulationCondition = Self.constant(0)
    builder.instruments[0].regions.append(.init())
    builder.instruments[0].regions[0].condition = Self.constant(0)
    let bank = try InstrumentFile.read(ByteStorage(copying: builder.file))
    #expect(bank.regions(ofPresetAt: 0).map { $0.generators[.pan] } == [0])
    builder.condition = Self.constant(1)
    #expect(throws: Never.self) { try InstrumentFile.read(ByteStorage(copying: builder.file)) }
    builder.condition = Self.constant(0)
    let error = #expect(throws: InstrumentFileError.self) {
      try InstrumentFile.read(ByteStorage(copying: builder.file))
    }
    #expect(error?.reason == .conditionNotMet && error?.chunk == "cdl ")
  }
}
