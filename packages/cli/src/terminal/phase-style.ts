import type { styleText } from "node:util";

/** A color or weight of `styleText`. */
export type Style = Extract<Parameters<typeof styleText>[0], string>;

const styles: Readonly<Record<string, Style>> = {
  Pending: "gray",
  Provisioning: "yellow",
  Provisioned: "cyan",
  Running: "green",
  Deleting: "magenta",
  Failed: "red",
};

/** How a Machine's or Cluster's phase is colored; undefined where it is shown plain. */
export function phaseStyle(phase: string): Style | undefined {
  return styles[phase];
}
