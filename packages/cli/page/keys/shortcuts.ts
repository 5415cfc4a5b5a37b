import { focusTree } from "../parts/focus.ts";
import type { Page } from "../state/page.ts";

/** The keys that work everywhere. Those of the tree work in the tree. */
export const keyHelp: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ["↑", "↓"], does: "the object above or below" },
  { keys: ["→", "←"], does: "unfold, fold; then into it, or to the object that it belongs to" },
  { keys: ["Home", "End", "Page Up", "Page Down"], does: "far up and down" },
  { keys: ["a letter"], does: "the next object whose name begins so" },
  { keys: ["Enter"], does: "open the object: what it waits for, its conditions, Events, reconciles and YAML" },
  { keys: ["Esc"], does: "close what is open, back to the tree; then show all again if there is a filter" },
  { keys: ["/"], does: "filter by name, kind or phase; “not running” works, too" },
  { keys: ["?"], does: "these keys" },
  { keys: ["Tab"], does: "on to the next part of the page; in a row of tabs ← and → change the tab" },
  { keys: ["Ctrl Enter"], does: "save the YAML that is edited" },
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
