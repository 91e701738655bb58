/// A date of the Gregorian calendar, printed in ISO 8601 format.
struct CalendarDate: CustomStringConvertible {
  private let year: Int
  private let month: Int
  private let dayOfMonth: Int

  /// Creates the date `day` days after 1970-01-01. Internally years begin in March, so that the
  /// leap day is the last day of its year. Month m then begins after ⌊(153·m + 2)/5⌋ days. An era
  /// is 400 years or 146,097 days.
  init(day: Int) {
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

  var description: String {
    func digits(_ value: Int, _ count: Int) -> String {
      "\(value)".leftPadded(to: count, with: "0")
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(dayOfMonth, 2))"
  }
}
