import PeachPlots
import PeachTrainerUI

/// Elements of the page. Names of files and presets are escaped.
enum HTML {
  static func escaped(_ text: String) -> String { SVG.escaped(text) }

  /// Returns a paragraph.
  /// - Parameter language: The language of the text, if it may not be that of the page.
  static func paragraph(
    _ text: String, style: String = "", language: TrainerLanguage? = nil
  ) -> String {
    let language = language.map { " lang=\"\($0.code)\"" } ?? ""
    return "<p\(style.isEmpty ? "" : " class=\"\(style)\"")\(language)>\(escaped(text))</p>"
  }

  /// Returns a button that performs an action (``PageAction``).
  static func button(
    _ text: String, _ action: String, style: String = "", label: String = "",
    isPressed: Bool? = nil, isDisabled: Bool = false
  ) -> String {
    var attributes = "id=\"\(identifier(action))\" data-do=\"\(escaped(action))\""
    if !style.isEmpty { attributes += " class=\"\(style)\"" }
    if !label.isEmpty { attributes += " aria-label=\"\(escaped(label))\"" }
    if let isPressed { attributes += " aria-pressed=\"\(isPressed)\"" }
    if isDisabled { attributes += " disabled" }
    return "<button type=\"button\" \(attributes)>\(escaped(text))</button>"
  }

  /// Returns a labelled list of options; the action gets the value of the selected one.
  static func select(
    _ label: String, _ action: String, options: [(value: String, text: String)], selected: String
  ) -> String {
    let identifier = identifier(action)
    var html = "<label for=\"\(identifier)\">\(escaped(label))</label>"
    html += "<select id=\"\(identifier)\" data-do=\"\(escaped(action))\">"
    for option in options {
      let mark = option.value == selected ? " selected" : ""
      html += "<option value=\"\(escaped(option.value))\"\(mark)>\(escaped(option.text))</option>"
    }
    return html + "</select>"
  }

  /// Returns a labelled input; the action gets its value.
  static func input(
    _ label: String, _ action: String, type: String, value: String, attributes: String = ""
  ) -> String {
    let identifier = identifier(action)
    return "<label for=\"\(identifier)\">\(escaped(label))</label>"
      + "<input id=\"\(identifier)\" data-do=\"\(escaped(action))\" type=\"\(type)\" "
      + "value=\"\(escaped(value))\" \(attributes)>"
  }

  /// Returns a button that chooses files. The browser's own has texts in the browser's language.
  static func fileInput(_ label: String, _ identifier: String, attributes: String) -> String {
    "<span class=\"file\"><input class=\"unseen\" type=\"file\" id=\"\(identifier)\" \(attributes)>"
      + "<label for=\"\(identifier)\">\(escaped(label))</label></span>"
  }

  static func checkbox(_ label: String, _ action: String, isChecked: Bool) -> String {
    "<label class=\"check\"><input id=\"\(identifier(action))\" data-do=\"\(escaped(action))\" "
      + "type=\"checkbox\"\(isChecked ? " checked" : "")> \(escaped(label))</label>"
  }

  static func row(_ elements: [String], style: String = "row") -> String {
    "<div class=\"\(style)\">\(elements.joined())</div>"
  }

  /// Returns an identifier of letters, digits and hyphens. The focus returns to the element with
  /// the same identifier when a part of the page changes.
  static func identifier(_ action: String) -> String {
    var result = ""
    for byte in action.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: result.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x2D: result += "_"
      default: result += "-"
      }
    }
    return result
  }
}
