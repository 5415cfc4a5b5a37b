import { phaseStyle } from "../../src/terminal/phase-style.ts";

/** The CSS class of a phase, with the color that the phase has in a terminal. */
export function phaseClass(phase: string): string {
  return `phase-${phaseStyle(phase) ?? "plain"}`;
}

/** A phase in its color. */
export function PhaseName({ phase }: { readonly phase: string }) {
  return <span class={`phase ${phaseClass(phase)}`}>{phase}</span>;
}
