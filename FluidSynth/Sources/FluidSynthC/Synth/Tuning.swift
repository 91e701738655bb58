/// A tuning of the MIDI Tuning Standard: the pitch of each key in cents.
struct Tuning {
  struct Name: Hashable, Comparable {
    var bank: Int32
    var program: Int32

    static func < (left: Name, right: Name) -> Bool {
      (left.bank, left.program) < (right.bank, right.program)
    }

    /// The name of equal temperament in the engine, which no function can change.
    static var none: Name { Name(bank: 255, program: 255) }
  }

  var name: String
  var cents: [Double]

  static var equalTemperament: [Double] { (0..<128).map { Double($0) * 100 } }
}
