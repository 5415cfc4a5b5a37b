/** A color or weight of `styleText` of Node, by the name that it has there. */
export type Style = "cyan" | "dim" | "gray" | "green" | "magenta" | "red" | "yellow";

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
