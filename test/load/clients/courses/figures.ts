import type { Failure } from "../peers/measured-peer.ts";

/** Figures of one run by name. */
export type Figures = Readonly<Record<string, number | Failure>>;

/** The number of mistakes: the worst of all runs counts, and there is no ratio. */
export const mistakes = {
  missing: "missing",
  stale: "stale",
  lingering: "deleted but known",
  older: "older after newer",
  missed: "missed",
  twice: "twice",
} as const;

const names: ReadonlySet<string> = new Set(Object.values(mistakes));

export function isMistake(name: string): boolean {
  return names.has(name);
}

/** A figure of a measurement that may fail. */
export function figureOf<T extends object>(from: T | Failure, figure: (done: T) => number): number | Failure {
  return typeof from === "string" ? from : figure(from);
}

export function median(values: readonly number[]): number | undefined {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)];
}
