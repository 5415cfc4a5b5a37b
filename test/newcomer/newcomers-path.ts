import type { Step } from "../road/steps.ts";

/** Marks a step of the newcomer: only the time of these counts. */
export const newcomer = "newcomer";

/** The path of a newcomer, with its totals. */
export interface NewcomersPath {
  readonly steps: readonly Step[];
  readonly seconds: number;
  readonly commands: number;
  /** The load average of the last minute: before and after. */
  readonly load: readonly [number, number];
}

export function newcomersPath(taken: readonly Step[], load: readonly [number, number]): NewcomersPath {
  const counted = taken.filter(({ role }) => role === newcomer);
  return {
    steps: taken,
    seconds: Math.round(counted.reduce((sum, { seconds }) => sum + seconds, 0) * 10) / 10,
    commands: counted.reduce((sum, { commands }) => sum + commands, 0),
    load,
  };
}

/** Formatted for people. */
export function summaryOf({ steps, seconds, commands, load }: NewcomersPath): string {
  const rows = steps.map(({ role, step, ...cost }) => {
    const name = role === newcomer ? step : `(${step})`;
    return `${cost.seconds.toFixed(1).padStart(6)} s  ${String(cost.commands).padStart(2)} commands  ${name}\n`;
  });
  const loads = load.map((each) => each.toFixed(1)).join(" before, ");
  return `${rows.join("")}${seconds.toFixed(1).padStart(6)} s  ${String(commands).padStart(2)} commands  in all; load ${loads} after\n`;
}
