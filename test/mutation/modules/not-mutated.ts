/** What the rule for decision modules finds and is not mutated, with the reason. */
export const notMutated: Readonly<Record<string, string>> = {};
