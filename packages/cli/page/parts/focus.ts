/** Moves the focus into the tree. */
export function focusTree(): void {
  document.querySelector<HTMLElement>("#tree")?.focus();
}

/** Moves the focus to the details that were just opened, once they exist. */
export function focusDetails(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>("#details [aria-selected=true]")?.focus());
}
