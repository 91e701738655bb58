import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits
import TestEnvironment
import Testing

@Suite("Property lists, XML and binary")
struct PropertyListTests {
  private func read(_ text: String) throws -> PropertyList { try read(Array(text.utf8)) }

  private func read(_ bytes: [UInt8]) throws -> PropertyList {
    try bytes.withUnsafeBytes { try PropertyListReader.read($0) }
  }

  private func fails(_ bytes: [UInt8]) -> InstrumentFileError.Reason? {
    do { _ = try read(bytes) } catch let error as InstrumentFileError {
      #expect(error.offset >= 0 && error.offset <= bytes.count)
      return error.reason
    } catch {}
    return nil
  }

  @Test("XML entities, comments, numbers and empty elements")
  func text() throws {
    let list = try read(
      """
      \u{FEFF}<?xml version="1.0"?><!-- a -->\
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x">
      <plist version="1.0"><dict><key>a&amp;b</key><string>&#x266F;1 &lt;&#35;<![CDATA[<&>]]>\
      </string>
      <key>n</key><array><integer>-12</integer><integer>0x1F</integer><real>1.5e-3</real>
      <real>0.18999999761581421</real><true/><false/><array/><dict/><string/><data>AAAA</data>\
      </array>
      </dict></plist>
      """)
    #expect(list["a&b"]?.text == "♯1 <#<&>")
    let numbers = try #require(list["n"]?.elements)
    #expect(numbers[0] == .integer(-12) && numbers[1] == .integer(31))
    #expect(numbers[2] == .real(0.0015))
    #expect(abs(try #require(numbers[3].number) - 0.18999999761581421) < 1e-16)
    #expect(numbers[4].truth == true && numbers[5].truth == false && numbers[4].number == nil)
    #expect(
      numbers[6] == .array([]) && numbers[7] == .dictionary(KeyedArray()) && numbers[8].text == "")
    #expect(numbers[9] == .data && numbers[2].whole == 0 && numbers[0]["x"] == nil)
  }

  @Test("Binary lists of Foundation, with more than 15 elements and non-ASCII text")
  func binary() throws {
    let long = (0..<300).map { "♯\($0)" }
    let value: [String: Any] = [
      "long": long, "plain": String(repeating: "x", count: 70_000), "big": Int.max, "low": -1,
      "real": 0.1, "yes": true, "data": Data([1, 2]), "date": Date(), "nested": [[1, 2], [3]],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: value, format: .binary, options: 0)
    let list = try read(Array(data))
    #expect(list["long"]?.elements.compactMap(\.text) == long)
    #expect(list["plain"]?.text?.utf8.count == 70_000)
    #expect(list["big"] == .integer(.max) && list["low"] == .integer(-1))
    #expect(list["real"] == .real(0.1) && list["yes"] == .boolean(true))
    #expect(list["data"] == .data && list["date"] == .data)
    #expect(list["nested"] == .array([.array([.integer(1), .integer(2)]), .array([.integer(3)])]))
  }

  @Test("Custom entities, unbounded nesting and other texts are refused")
  func refused() {
    let bomb = "<!DOCTYPE plist [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><plist><string>&b;"
    #expect(fails(Array(bomb.utf8)) == .malformed)
    let deep = "<plist>" + String(repeating: "<array>", count: 1_000_000)
    #expect(fails(Array(deep.utf8)) == .nestedTooDeep(limit: 64))
    #expect(fails(Array("<html><body/></html>".utf8)) == .unknownFormat)
    #expect(fails(Array("<plist><dict><key>a</key><integer>x</integer></dict>".utf8)) == .malformed)
    #expect(fails(Array("<plist><dict><string>a</string>".utf8)) == .malformed)
    #expect(fails(Array("<plist><array><string>a</integer></array>".utf8)) == .malformed)
    #expect(fails([]) != nil && fails(Array("bplist00".utf8)) != nil)
  }

  /// Returns objects with one-byte references, the offset table and the trailer.
  private func list(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [objects.count, 0, table] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return bytes
  }

  @Test("A recursive object and exponential growth are errors")
  func cycles() throws {
    #expect(try read(list([[0xA1, 1], [0x10, 7]])) == .array([.integer(7)]))
    #expect(
      fails(list([[0xA1, 0]])) == .nestedTooDeep(limit: 64)
        || fails(list([[0xA1, 0]])) == .malformed)
    // A billion elements in 200 bytes.
    let doubling = (1...30).map { (next: UInt8) -> [UInt8] in [0xA2, next, next] } + [[0x10, 1]]
    let time = cpuTime { #expect(fails(list(doubling)) == .malformed) }
    #expect(time < .seconds(1))
    // Beyond the file, beyond the table, a count of 2⁶⁴.
    #expect(fails(list([[0xA1, 9]])) == .malformed)
    #expect(fails(list([[0xAF, 0x13] + [UInt8](repeating: 0xFF, count: 8)])) == .malformed)
  }

  @Test("Numbers with and without sign, fraction and exponent")
  func numbers() throws {
    for (text, value) in [
      ("0", 0), ("-0.5", -0.5), ("+7", 7), (" 12.25 ", 12.25), ("1e3", 1000), ("1E-2", 0.01),
      ("123456789012345678901234567890", 1.2345678901234568e29), (".5", 0.5), ("5.", 5),
      ("0.004999999888241291", 0.004999999888241291),
    ] {
      let found = try #require(read("<plist><real>\(text)</real></plist>").number, "\(text)")
      #expect(abs(found - value) <= abs(value) * 1e-15, "\(text)")
    }
    for text in ["", "-", ".", "1e", "nan", "1.2.3", "12a", "e5", "0x"] {
      #expect(fails(Array("<plist><real>\(text)</real></plist>".utf8)) == .malformed, "\(text)")
    }
    #expect(try read("<plist><real>1e999</real></plist>").number == nil)
  }
}
