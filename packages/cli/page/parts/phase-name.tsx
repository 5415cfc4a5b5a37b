import { phaseStyle } from "../../src/terminal/phase-style.ts";

/** The class of a phase, which has the color that it has in a terminal. */
export function phaseClass(phase: string): string {
  return `phase-${phaseStyle(phase) ?? "plain"}`;
}

/** A phase in its color. */
export function PhaseName({ phase }: { readonly phase: string }) {
  return <span class={`phase ${phaseClass(phase)}`}>{phase}</span>;
}
