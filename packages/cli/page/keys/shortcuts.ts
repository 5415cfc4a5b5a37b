import { focusTree } from "../parts/focus.ts";
import type { Page } from "../state/page.ts";

/** The keys that work everywhere. Those of the tree work in the tree. */
export const keyHelp: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ["↑", "↓"], does: "the object above or below" },
  { keys: ["→", "←"], does: "unfold or fold; then go to the first child, or to the parent" },
  { keys: ["Home", "End", "Page Up", "Page Down"], does: "one page up or down, or the first or last object" },
  { keys: ["a letter"], does: "the next object whose name begins with that letter" },
  { keys: ["Enter"], does: "open the object: its waits, conditions, Events, reconciles and YAML" },
  { keys: ["Esc"], does: "close the open object and return to the tree; then remove the filter" },
  { keys: ["/"], does: "filter by name, kind or phase; “not running” works, too" },
  { keys: ["?"], does: "these keys" },
  { keys: ["Tab"], does: "go to the next part of the page; in a row of tabs, ← and → change the tab" },
  { keys: ["Ctrl Enter"], does: "save the edited YAML" },
];

/** Follows the keys that work everywhere. @returns a function that ends this. */
export function followKeys(page: Page): () => void {
  const onKey = (event: KeyboardEvent): void => {
    // A dialog has its own keys, and typed characters are input.
    if (page.dialog.value !== undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && page.opened.value !== undefined && !isTyping(event)) {
      page.opened.value = undefined;
      focusTree();
    } else if (event.key === "Escape" && !isTyping(event)) {
      page.filter.value = "";
    } else if (event.key === "/" && !isTyping(event)) {
      event.preventDefault();
      const filter = document.querySelector<HTMLInputElement>("#filter");
      filter?.focus();
      // The next input replaces the present filter.
      filter?.select();
    } else if (event.key === "?" && !isTyping(event)) {
      event.preventDefault();
      page.dialog.value = { type: "keys" };
    }
  };
  addEventListener("keydown", onKey);
  return () => {
    removeEventListener("keydown", onKey);
  };
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
