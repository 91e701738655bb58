/// A value that page, worker and audio thread exchange as text: one of several kinds, each with a
/// name and its fields. ``cases`` declares both directions at once.
///
/// ```swift
/// AnalysisMessage.measure(tag: "sf2:a.sf2:0:40").line  // measure, a tab, sf2:a.sf2:0:40
/// AnalysisMessage(line: "prove")                       // .prove
/// ```
package protocol Message: MessageField {
  /// The kinds, and the fields of each in order.
  static var cases: [MessageCase<Self>] { get }
}

extension Message {
  /// The text that ``init(line:)`` parses to the same message.
  package var line: String {
    var fields = MessageWriter()
    write(to: &fields)
    return fields.text
  }

  /// Returns `nil` if the line is not a message.
  package init?(line: String) {
    var fields = MessageReader(line)
    self.init(from: &fields)
    if !fields.isAtEnd { return nil }
  }

  package init?(from fields: inout MessageReader) {
    guard let name = fields.next(), let kind = Self.cases.first(where: { $0.name == name }),
      let message = kind.read(&fields)
    else { return nil }
    self = message
  }

  package func write(to fields: inout MessageWriter) {
    for kind in Self.cases where kind.write(self, &fields) { return }
  }
}

/// A kind of messages, or the fields of a structure, which has no name.
package struct MessageCase<Value>: Sendable {
  package let name: String
  /// Writes a message. Returns `false` if it is of another kind.
  let write: @Sendable (Value, inout MessageWriter) -> Bool
  let read: @Sendable (inout MessageReader) -> Value?

  /// Declares a kind without fields.
  init(_ name: String, _ value: Value) where Value: Equatable & Sendable {
    self.name = name
    write = { other, fields in
      if other == value { fields.append(name) }
      return other == value
    }
    read = { _ in value }
  }

  /// Declares a kind with a field.
  ///
  /// - Parameters:
  ///   - make: Returns the message with the field, or `nil` if it is invalid.
  ///   - fields: Returns the field of a message of this kind, and `nil` for others.
  init<A: MessageField>(
    _ name: String, _ make: @escaping @Sendable (A) -> Value?,
    fields values: @escaping @Sendable (Value) -> A?
  ) {
    self.name = name
    write = { message, fields in
      guard let values = values(message) else { return false }
      fields.begin(name)
      values.write(to: &fields)
      return true
    }
    read = { fields in
      guard let a = A(from: &fields)
      else { return nil }
      return make(a)
    }
  }

  /// Declares a kind with two fields.
  init<A: MessageField, B: MessageField>(
    _ name: String, _ make: @escaping @Sendable (A, B) -> Value?,
    fields values: @escaping @Sendable (Value) -> (A, B)?
  ) {
    self.name = name
    write = { message, fields in
      guard let values = values(message) else { return false }
      fields.begin(name)
      values.0.write(to: &fields)
      values.1.write(to: &fields)
      return true
    }
    read = { fields in
      guard let a = A(from: &fields), let b = B(from: &fields)
      else { return nil }
      return make(a, b)
    }
  }

  /// Declares a kind with three fields.
  init<A: MessageField, B: MessageField, C: MessageField>(
    _ name: String, _ make: @escaping @Sendable (A, B, C) -> Value?,
    fields values: @escaping @Sendable (Value) -> (A, B, C)?
  ) {
    self.name = name
    write = { message, fields in
      guard let values = values(message) else { return false }
      fields.begin(name)
      values.0.write(to: &fields)
      values.1.write(to: &fields)
      values.2.write(to: &fields)
      return true
    }
    read = { fields in
      guard let a = A(from: &fields), let b = B(from: &fields), let c = C(from: &fields)
      else { return nil }
      return make(a, b, c)
    }
  }

  /// Declares a kind with four fields.
  init<A: MessageField, B: MessageField, C: MessageField, D: MessageField>(
    _ name: String, _ make: @escaping @Sendable (A, B, C, D) -> Value?,
    fields values: @escaping @Sendable (Value) -> (A, B, C, D)?
  ) {
    self.name = name
    write = { message, fields in
      guard let values = values(message) else { return false }
      fields.begin(name)
      values.0.write(to: &fields)
      values.1.write(to: &fields)
      values.2.write(to: &fields)
      values.3.write(to: &fields)
      return true
    }
    read = { fields in
      guard let a = A(from: &fields), let b = B(from: &fields), let c = C(from: &fields),
        let d = D(from: &fields)
      else { return nil }
      return make(a, b, c, d)
    }
  }

  /// Declares a kind with five fields.
  init<A: MessageField, B: MessageField, C: MessageField, D: MessageField, E: MessageField>(
    _ name: String, _ make: @escaping @Sendable (A, B, C, D, E) -> Value?,
    fields values: @escaping @Sendable (Value) -> (A, B, C, D, E)?
  ) {
    self.name = name
    write = { message, fields in
      guard let values = values(message) else { return false }
      fields.begin(name)
      values.0.write(to: &fields)
      values.1.write(to: &fields)
      values.2.write(to: &fields)
      values.3.write(to: &fields)
      values.4.write(to: &fields)
      return true
    }
    read = { fields in
      guard let a = A(from: &fields), let b = B(from: &fields), let c = C(from: &fields),
        let d = D(from: &fields), let e = E(from: &fields)
      else { return nil }
      return make(a, b, c, d, e)
    }
  }

  /// Declares a kind with seven fields.
  init<
    A: MessageField, B: MessageField, C: MessageField, D: MessageField, E: MessageField,
    F: MessageField, G: MessageField
  >(
    _ name: String, _ make: @escaping @Sendable (A, B, C, D, E, F, G) -> Value?,
    fields values: @escaping @Sendable (Value) -> (A, B, C, D, E, F, G)?
  ) {
    self.name = name
    write = { message, fields in
      guard let values = values(message) else { return false }
      fields.begin(name)
      values.0.write(to: &fields)
      values.1.write(to: &fields)
      values.2.write(to: &fields)
      values.3.write(to: &fields)
      values.4.write(to: &fields)
      values.5.write(to: &fields)
      values.6.write(to: &fields)
      return true
    }
    read = { fields in
      guard let a = A(from: &fields), let b = B(from: &fields), let c = C(from: &fields),
        let d = D(from: &fields), let e = E(from: &fields), let f = F(from: &fields),
        let g = G(from: &fields)
      else { return nil }
      return make(a, b, c, d, e, f, g)
    }
  }
}

/// Lists kinds of messages, one a line. The compiler checks each by itself.
@resultBuilder package enum MessageCaseBuilder<Value> {
  package static func buildExpression(_ kind: MessageCase<Value>) -> MessageCase<Value> { kind }

  package static func buildBlock(_ kinds: MessageCase<Value>...) -> [MessageCase<Value>] { kinds }
}

extension MessageCase {
  static func list(
    @MessageCaseBuilder<Value> _ kinds: () -> [MessageCase<Value>]
  ) -> [MessageCase<Value>] { kinds() }
}

/// A structure whose fields follow one another in messages.
package protocol MessageRecord: MessageField {
  /// The fields in order; without a name.
  static var fields: MessageCase<Self> { get }
}

extension MessageRecord {
  package init?(from fields: inout MessageReader) {
    guard let value = Self.fields.read(&fields) else { return nil }
    self = value
  }

  package func write(to fields: inout MessageWriter) { _ = Self.fields.write(self, &fields) }
}
