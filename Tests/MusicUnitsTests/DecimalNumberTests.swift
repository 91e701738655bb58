import PeachMusicUnits
import Testing

@Suite("Decimal numbers")
struct DecimalNumberTests {
  private func number(_ text: String, allowsExponent: Bool = true) -> DecimalNumber? {
    DecimalNumber(prefixOf: Array(text.utf8)[...], allowsExponent: allowsExponent)
  }

  @Test("Values equal the standard library's for up to 15 digits")
  func values() throws {
    for text in [
      "0", "-0.5", "+12", "3.", ".25", "701.955", "0.004999999888", "1.5e-3", "6.02e22", "1E5",
      "-440.000001", "99999999999999.9", "123456789012345e-22",
    ] {
      #expect(number(text)?.value == Double(text.hasSuffix(".") ? text + "0" : text), "\(text)")
    }
  }

  @Test("The text may continue after the number")
  func prefix() throws {
    #expect(number("-6.5dB")?.value == -6.5)
    #expect(number("-6.5dB")?.byteCount == 4)
    #expect(number("1e")?.byteCount == 1)
    #expect(number("1e+5x")?.byteCount == 4)
    #expect(number("2e3", allowsExponent: false)?.byteCount == 1)
    #expect(number("1.2.3")?.byteCount == 3)
    for text in ["", "-", ".", "e5", "x1"] { #expect(number(text) == nil, "\(text)") }
  }

  @Test("Only numbers without point and exponent are integers")
  func integers() {
    #expect(number("-42")?.integer == -42)
    #expect(number("42.")?.integer == nil)
    #expect(number("42e1")?.integer == nil)
    #expect(number("999999999999999999")?.integer == 999_999_999_999_999_999)
    #expect(number("1000000000000000000")?.integer == nil)
  }

  @Test("Values out of range become zero or infinity")
  func extremes() {
    #expect(number("1e400")?.value == .infinity)
    #expect(number("-1e400")?.value == -.infinity)
    #expect(number("1e-9999")?.value == 0)
  }
}
