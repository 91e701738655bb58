import PeachPlots
import PeachTrainerUI

/// Elements of the page. Names of files and presets are escaped. Those that are used at hundreds of
/// places are not inlined, which would make the module larger.
enum HTML {
  static func escaped(_ text: String) -> String { SVG.escaped(text) }

  /// Returns an element.
  /// - Parameters:
  ///   - style: The classes.
  ///   - contents: Its contents, as HTML.
  @inline(never) static func element(
    _ name: String, _ style: String, _ contents: String, attributes: String = ""
  ) -> String {
    var html = "<"
    html += name
    if !style.isEmpty { html += attribute("class", style) }
    if !attributes.isEmpty {
      html += " "
      html += attributes
    }
    html += ">"
    html += contents
    html += "</"
    html += name
    html += ">"
    return html
  }

  /// Returns an attribute, with a space before it.
  @inline(never) static func attribute(_ name: String, _ value: String) -> String {
    var html = " "
    html += name
    html += "=\""
    html += escaped(value)
    html += "\""
    return html
  }

  static func division(_ style: String, _ contents: String...) -> String {
    element("div", style, contents.joined())
  }

  /// Returns a card, or another section.
  static func section(_ style: String, _ contents: String...) -> String {
    element("section", style, contents.joined())
  }

  @inline(never) static func heading(_ text: String) -> String { element("h2", "", escaped(text)) }

  @inline(never) static func strong(_ text: String) -> String {
    element("strong", "", escaped(text))
  }

  @inline(never) static func span(_ text: String, style: String = "") -> String {
    element("span", style, escaped(text))
  }

  /// Returns a paragraph.
  /// - Parameter language: The language of the text, if it may not be that of the page.
  @inline(never) static func paragraph(
    _ text: String, style: String = "", language: TrainerLanguage? = nil
  ) -> String {
    var attributes = ""
    if let language { attributes = "lang=\"\(language.code)\"" }
    return element("p", style, escaped(text), attributes: attributes)
  }

  /// Returns a picture of the sprite in the document.
  @inline(never) static func icon(_ name: String, style: String = "icon") -> String {
    let use = element("use", "", "", attributes: "href=\"#i-\(name)\"")
    return element("svg", style, use, attributes: "aria-hidden=\"true\"")
  }

  /// Returns a button that performs an action (``PageAction``).
  /// - Parameters:
  ///   - icon: The name of a picture before the text.
  ///   - key: The key that does the same.
  ///   - label: The name, if it is not the text.
  static func button(
    _ text: String, _ action: String, style: String = "button", icon: String = "",
    key: String = "", label: String = "", isPressed: Bool? = nil, isDisabled: Bool = false,
    attributes: String = ""
  ) -> String {
    var html = "<button type=\"button\""
    // Shown while the pointer rests on the button.
    if !label.isEmpty { html += attribute("title", label) }
    html += attribute("class", style)
    html += attribute("id", identifier(action))
    html += attribute("data-do", action)
    if !label.isEmpty { html += attribute("aria-label", label) }
    if let isPressed { html += attribute("aria-pressed", isPressed ? "true" : "false") }
    if isDisabled { html += " disabled" }
    html += attributes
    html += ">"
    if !icon.isEmpty { html += Self.icon(icon) }
    if !text.isEmpty {
      let cap = key.isEmpty ? "" : " " + element("kbd", "", escaped(key))
      html += element("span", "", escaped(text) + cap)
    }
    html += "</button>"
    return html
  }

  /// Returns a button that is only a picture, with its name.
  static func square(
    _ icon: String, _ label: String, _ action: String, style: String = "",
    isPressed: Bool? = nil, isDisabled: Bool = false
  ) -> String {
    button(
      "", action, style: "button square " + style, icon: icon, label: label, isPressed: isPressed,
      isDisabled: isDisabled)
  }

  /// Returns a list of options; the action gets the value of the selected one.
  static func select(_ action: String, _ options: String) -> String {
    var attributes = attribute("id", identifier(action))
    attributes += attribute("data-do", action)
    return element("select", "", options, attributes: attributes)
  }

  /// Returns an option of a list.
  @inline(never) static func option(_ value: String, _ text: String, _ selected: String) -> String {
    var attributes = attribute("value", value)
    if value == selected { attributes += " selected" }
    return element("option", "", escaped(text), attributes: attributes)
  }

  /// Returns the name of a control that concerns one of several things: `Remove: my.sf2`.
  @inline(never) static func name(_ action: String, _ thing: String) -> String {
    action + ": " + thing
  }

  /// Returns an input; the action gets its value.
  static func input(
    _ label: String, _ action: String, type: String, value: String, attributes: String = ""
  ) -> String {
    var html = "<input"
    html += attribute("id", identifier(action))
    html += attribute("data-do", action)
    html += attribute("type", type)
    html += attribute("value", value)
    if !label.isEmpty { html += attribute("aria-label", label) }
    html += " "
    html += attributes
    html += ">"
    return html
  }

  /// Returns an input of a number, with buttons that the script performs: the input itself has the
  /// keys and the commands of screen readers.
  static func stepper(
    _ action: String, unit: String, value: String, _ attributes: String
  ) -> String {
    division(
      "stepper", step("minus", action),
      input("", action, type: "number", value: value, attributes: attributes),
      span(unit, style: "unit"), step("plus", action))
  }

  @inline(never) private static func step(_ sign: String, _ action: String) -> String {
    var attributes = "type=\"button\" class=\"button square\" tabindex=\"-1\" aria-hidden=\"true\""
    attributes += attribute("id", identifier(sign + " " + action))
    attributes += attribute("data-step", sign)
    return element("button", "", icon(sign), attributes: attributes)
  }

  /// Returns the label of the control of an action.
  @inline(never) static func label(_ text: String, for action: String, style: String = "") -> String
  {
    element("label", style, escaped(text), attributes: attribute("for", identifier(action)))
  }

  /// Returns a button that chooses files. The browser's own has texts in the browser's language.
  static func fileInput(
    _ label: String, _ identifier: String, attributes: String, icon: String = "plus",
    style: String = "outline"
  ) -> String {
    var html = Self.icon(icon)
    html += span(label)
    html += "<input type=\"file\""
    html += attribute("id", identifier)
    html += attribute("aria-label", label)
    html += " "
    html += attributes
    html += ">"
    return element("span", "file button " + style, html)
  }

  /// Returns a check box.
  /// - Parameter isSeen: Whether its name is visible.
  static func checkbox(
    _ label: String, _ action: String, isChecked: Bool, isSeen: Bool = true
  ) -> String {
    var html = "<input"
    html += attribute("id", identifier(action))
    html += attribute("data-do", action)
    html += " type=\"checkbox\""
    if isChecked { html += " checked" }
    html += "> "
    html += span(label, style: isSeen ? "" : "unseen")
    return element("label", "check", html)
  }

  static func progress(_ label: String, value: Int, of limit: Int) -> String {
    element(
      "progress", "", "",
      attributes: "max=\"\(limit)\" value=\"\(value)\"" + attribute("aria-label", label))
  }

  static func row(_ elements: [String], style: String = "row") -> String {
    element("div", style, elements.joined())
  }

  /// Returns a term with its value, within a list of facts.
  @inline(never) static func fact(_ term: String, _ value: String) -> String {
    division("", element("dt", "", escaped(term)), element("dd", "", escaped(value)))
  }

  /// Returns a text that is shown on demand.
  static func details(_ summary: String, _ contents: String) -> String {
    element("details", "", element("summary", "", escaped(summary)) + contents)
  }

  /// Returns a badge that opens to what it means. It stays open while its identifier is the same.
  @inline(never) static func details(
    badge text: String, _ kind: String, icon: String, of thing: String, _ meaning: String
  ) -> String {
    let summary = Self.icon(icon) + span(text)
    return element(
      "details", "badge " + kind,
      element("summary", "", summary) + element("p", "", meaning),
      attributes: attribute("id", identifier("badge " + thing)))
  }

  /// Returns a badge with a sign, which tells the same as its color.
  static func badge(_ text: String, _ kind: String, icon: String) -> String {
    element("span", "badge " + kind, Self.icon(icon) + span(text))
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
