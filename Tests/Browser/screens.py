"""What every screen must be: within its window, whole, and in one language."""

import re

# The sizes of the document and of all visible elements that reach beyond the window.
SIZES = """(() => {
  const root = document.documentElement;
  const wide = [...document.querySelectorAll("#page *")].filter((element) => {
    const { right, left, width } = element.getBoundingClientRect();
    return width > 1 && (right > %(width)d + 1 || left < -1) && !element.closest(".unseen, svg")
      && !element.closest(".plot.picture, .segments");
  }).map((element) => element.outerHTML.slice(0, 120));
  const status = document.getElementById("status");
  const hidden = status.scrollHeight - status.clientHeight;
  return [Math.max(root.scrollWidth, innerWidth), root.scrollHeight, innerHeight, wide, hidden];
})()"""
# The texts that a screen shows or has for screen readers, in the language of the page.
TEXTS = """[...document.querySelectorAll("#page, #tabs")].flatMap((part) => [
  part.innerText,
  ...[...part.querySelectorAll("[aria-label], [placeholder], [aria-valuetext]")]
    .filter((element) => element.offsetParent || element.closest("svg"))
    .flatMap((element) => ["aria-label", "placeholder", "aria-valuetext"].map(
      (name) => element.getAttribute(name))),
]).filter(Boolean).join("\\n")"""
# Parts of the screen that overlap or are cut. Lines of text may touch by a part of their height;
# what stays in place while the page scrolls is above the rest on purpose.
FAULTS = """(() => {
  const faults = [];
  const page = document.getElementById("page");
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
    && !element.closest(".unseen, [hidden]");
  const isFixed = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (["fixed", "sticky"].includes(getComputedStyle(at).position)) return true;
    }
    return false;
  };
  const nameOf = (text) => text.trim().replace(/\\s+/g, " ").slice(0, 40);
  // The lines of all texts, made lower by what belongs to the distance of lines.
  const lines = [];
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !isShown(element) || element.closest("select, option")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const margin = box.height * 0.2;
      const [left, right] = [box.left + 1, box.right - 1];
      lines.push({ element, text: node.data, left, right, top: box.top + margin,
        bottom: box.bottom - margin, isFixed: isFixed(element) });
    }
  }
  for (const line of lines) {
    if (line.right <= line.left) continue;
    if (line.left < 0 || line.right > innerWidth) {
      if (!line.element.closest(".plot.picture, .segments")) {
        faults.push(`beyond the window: ${nameOf(line.text)}`);
      }
    }
    for (let at = line.element; at && at !== page; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const box = at.getBoundingClientRect();
      const isScrolled = ["auto", "scroll"].includes(style.overflowX);
      const isWide = !isScrolled && (line.left < box.left - 1 || line.right > box.right + 1);
      const isHigh = line.top < box.top - 1 || line.bottom > box.bottom + 1;
      if (isWide || isHigh) faults.push(`cut by .${at.className}: ${nameOf(line.text)}`);
    }
  }
  const meets = (first, second) =>
    Math.min(first.right, second.right) - Math.max(first.left, second.left) > 1
    && Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top) > 1;
  lines.forEach((first, index) => {
    for (const second of lines.slice(index + 1)) {
      if (first.isFixed !== second.isFixed || first.element === second.element) continue;
      if (meets(first, second)) {
        faults.push(`texts overlap: ${nameOf(first.text)}, ${nameOf(second.text)}`);
      }
    }
  });
  // Controls, and texts that are not theirs.
  const controls = [...page.querySelectorAll("button, input, select, summary")]
    .filter((element) => isShown(element) && !["file", "checkbox"].includes(element.type))
    .filter((element) => !element.closest(".piano"))
    .map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { element, left, right, top, bottom, isFixed: isFixed(element) };
    });
  const nameOfControl = ({ element }) =>
    nameOf(element.getAttribute("aria-label") || element.innerText || element.id);
  controls.forEach((control, index) => {
    for (const other of controls.slice(index + 1)) {
      if (control.isFixed === other.isFixed && meets(control, other)) {
        faults.push(`controls overlap: ${nameOfControl(control)}, ${nameOfControl(other)}`);
      }
    }
    for (const line of lines) {
      const isOwn = control.element.contains(line.element);
      if (control.isFixed !== line.isFixed || isOwn || !meets(control, line)) continue;
      faults.push(`${nameOfControl(control)} is on ${nameOf(line.text)}`);
    }
  });
  return [...new Set(faults)];
})()"""
# What stays hidden below bars when the page is scrolled to its end.
HIDDEN = """(async () => {
  const before = scrollY;
  scrollTo(0, document.documentElement.scrollHeight);
  await new Promise(requestAnimationFrame);
  const bars = [...document.querySelectorAll("#tabs, #player")].filter((bar) =>
    bar.offsetHeight > 0 && getComputedStyle(bar).position === "fixed");
  const edge = Math.min(innerHeight, ...bars.map((bar) => bar.getBoundingClientRect().top));
  const hidden = [...document.querySelectorAll("#main :is(p, button, input, select, h2, dd, text)")]
    .filter((element) => element.getBoundingClientRect().height > 0 && element.checkVisibility())
    .filter((element) => !element.closest(".unseen"))
    .filter((element) => element.getBoundingClientRect().bottom > edge + 1)
    .map((element) => element.id || element.textContent.trim().slice(0, 40));
  scrollTo(0, before);
  return hidden;
})()"""
# Words that only one of the languages has.
WORDS = {
    "en": r"\b(the|your|with|and|last|pair|hear|settings|of|for|from|is|are|not|to|notes|song"
    r"|songs|play|tuning|sound|sounds|key|off|flute|violin|trumpet|drums|channel|higher|lower"
    r"|could|cents)\b",
    "de": r"\b(der|die|das|dein|mit|und|letztes|Paar|hören|Einstellungen)\b",
}


def foreign_words(text, language):
    """Returns the words of a text that are of the other language."""
    return re.findall(WORDS["de" if language == "en" else "en"], text, re.IGNORECASE)
