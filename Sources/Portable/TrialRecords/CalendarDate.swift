/// A date of the Gregorian calendar, printed in ISO 8601 format.
package struct CalendarDate: CustomStringConvertible {
  private let year: Int
  package let month: Int
  package let dayOfMonth: Int

  /// Creates the date `day` days after 1970-01-01. Internally years begin in March, so that the
  /// leap day is the last day of its year. Month m then begins after ⌊(153·m + 2)/5⌋ days. An era
  /// is 400 years or 146,097 days.
  package init(day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthIndex = (5 * dayOfYear + 2) / 153
    dayOfMonth = dayOfYear - (153 * monthIndex + 2) / 5 + 1
    month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  package var description: String {
    "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(dayOfMonth, 2))"
  }

  /// Returns a time in UTC, in milliseconds since 1970-01-01, such as `2023-11-14T22:13:20.000Z`.
  static func time(milliseconds: Int64) -> String {
    let days = Int(milliseconds / 86_400_000)
    let rest = Int(milliseconds % 86_400_000)
    let isBefore = rest < 0
    let ofDay = isBefore ? rest + 86_400_000 : rest
    let parts = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60]
    return "\(CalendarDate(day: isBefore ? days - 1 : days))T"
      + parts.map { digits($0, 2) }.joined(separator: ":") + ".\(digits(ofDay % 1000, 3))Z"
  }

  private static func digits(_ value: Int, _ count: Int) -> String {
    let text = "\(value)"
    return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
  }
}
