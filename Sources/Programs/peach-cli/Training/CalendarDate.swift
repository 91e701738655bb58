/// A date of the Gregorian calendar, as ISO 8601 writes it.
struct CalendarDate: CustomStringConvertible {
  private let year: Int
  private let month: Int
  private let dayOfMonth: Int

  /// The date so many days after 1970-01-01.
  ///
  /// Years begin in March, so that the leap day is the last of its year: then a month's first day is
  /// ⌊(153·m + 2)/5⌋ days into it. An era is 400 years or 146,097 days.
  init(day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let place = (5 * dayOfYear + 2) / 153
    dayOfMonth = dayOfYear - (153 * place + 2) / 5 + 1
    month = place < 10 ? place + 3 : place - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var description: String {
    func digits(_ number: Int, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(dayOfMonth, 2))"
  }
}
