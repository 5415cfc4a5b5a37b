import type { Step } from "../road/steps.ts";

/** Whose step it is, where it is the newcomer's: the time of no other counts. */
export const newcomer = "newcomer";

/** The path of a newcomer, with its sums. */
export interface NewcomersPath {
  readonly steps: readonly Step[];
  readonly seconds: number;
  readonly commands: number;
  /** Processes that ran or waited in the last minute, on average: before and after. */
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

/** For a person. */
export function summaryOf({ steps, seconds, commands, load }: NewcomersPath): string {
  const rows = steps.map(({ role, step, ...cost }) => {
    const name = role === newcomer ? step : `(${step})`;
    return `${cost.seconds.toFixed(1).padStart(6)} s  ${String(cost.commands).padStart(2)} commands  ${name}\n`;
  });
  const loads = load.map((each) => each.toFixed(1)).join(" before, ");
  return `${rows.join("")}${seconds.toFixed(1).padStart(6)} s  ${String(commands).padStart(2)} commands  in all; load ${loads} after\n`;
}
