/** Moves the focus into the tree. */
export function focusTree(): void {
  document.querySelector<HTMLElement>("#tree")?.focus();
}

/** Moves the focus to what has just been opened, once it is there. */
export function focusDetails(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>("#details [aria-selected=true]")?.focus());
}
