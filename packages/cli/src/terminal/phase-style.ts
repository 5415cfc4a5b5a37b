/** A color or weight of Node's `styleText`, by its name there. */
export type Style = "cyan" | "dim" | "gray" | "green" | "magenta" | "red" | "yellow";

const styles: Readonly<Record<string, Style>> = {
  Pending: "gray",
  Provisioning: "yellow",
  Provisioned: "cyan",
  Running: "green",
  Deleting: "magenta",
  Failed: "red",
};

/** The color of a Machine's or Cluster's phase; undefined for plain. */
export function phaseStyle(phase: string): Style | undefined {
  return styles[phase];
}
