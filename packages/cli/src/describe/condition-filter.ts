/** Which conditions of an object to list: all, those that are not as they should be, or none. */
export type ShownConditions = "all" | "remarkable" | "none";

/** Decides which conditions of an object to list. */
export type ConditionFilter = (object: { readonly kind: string; readonly name: string }) => ShownConditions;

/** Lists the conditions of every object. */
export const allConditions: ConditionFilter = () => "all";

/** Lists no conditions. */
export const noConditions: ConditionFilter = () => "none";

/**
 * Parses a list in the syntax of `clusterctl describe`: comma-separated kinds and `kind/name`, or `all`. A `+` at the end of an entry omits
 * conditions that are as they should be. Case-insensitive.
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
    // The narrowest entry that matches the object counts.
    for (const wanted of names) {
      const found = entries.find(([entry]) => entry === wanted);
      if (found !== undefined) return found[1];
    }
    return "none";
  };
}
