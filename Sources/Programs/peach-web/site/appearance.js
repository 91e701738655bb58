// @ts-check
// The appearance that was chosen, before anything is drawn: a script in the head, which waits for
// the style sheet. It switches the conditions of the style sheet's dark colors, which are declared
// only once.
{
  const [light, dark] = ["light", "dark"].map((name) => `(prefers-color-scheme: ${name})`);
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  /** @type {any[]} */
  const conditional = [...rules, ...document.querySelectorAll("meta[media]")];
  const lists = [light, dark].map((condition) =>
    conditional.filter(({ media }) => String(media) === condition),
  );

  /** @param {string} choice `light`, `dark`, or `system`. */
  const apply = (choice) => {
    const isSystem = choice === "system";
    const conditions = isSystem ? [light, dark] : ["not all", "all"];
    if (choice === "light") conditions.reverse();
    lists.forEach((list, index) => {
      for (const one of list) one.media = conditions[index];
    });
    document.documentElement.style.colorScheme = isSystem ? "" : choice;
  };

  // Throws in a browser that keeps nothing for the page.
  const storage = (/** @type {() => string | null | void} */ act) => {
    try {
      return act();
    } catch {}
  };
  const stored = storage(() => localStorage.getItem("appearance")) ?? "system";
  apply(stored);
  /** @type {any} */ (globalThis).appearance = {
    stored,
    /** @param {string} choice Applies a choice, and keeps it. */
    choose(choice) {
      apply(choice);
      storage(() => localStorage.setItem("appearance", choice));
    },
  };
}
