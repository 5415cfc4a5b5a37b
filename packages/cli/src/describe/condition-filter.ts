/** Which conditions of an object are listed: all, those that are not as they should be, or none. */
export type ShownConditions = "all" | "remarkable" | "none";

/** Decides which conditions of an object are listed. */
export type ConditionFilter = (object: { readonly kind: string; readonly name: string }) => ShownConditions;

/** The conditions of every object. */
export const allConditions: ConditionFilter = () => "all";

/** Of no object. */
export const noConditions: ConditionFilter = () => "none";

/**
 * Reads a list as `clusterctl describe` takes it: kinds and `kind/name`, with commas, or `all`; a `+` at the end of an entry leaves
 * out conditions that are as they should be. Case does not matter.
 */
export function conditionFilter(list: string): ConditionFilter {
  const entries = list
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "")
    .map((entry): readonly [string, ShownConditions] =>
      entry.endsWith("+") ? [entry.slice(0, -1), "remarkable"] : [entry, "all"],
    );
  return ({ kind, name }) => {
    const names = [`${kind}/${name}`, kind, "all"].map((wanted) => wanted.toLowerCase());
    // The narrowest entry that is about the object counts.
    for (const wanted of names) {
      const found = entries.find(([entry]) => entry === wanted);
      if (found !== undefined) return found[1];
    }
    return "none";
  };
}
