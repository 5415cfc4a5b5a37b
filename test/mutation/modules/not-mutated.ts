/** Modules that match the rule for decision modules but are not mutated, with the reason. */
export const notMutated: Readonly<Record<string, string>> = {
  "packages/core-controllers/src/core-rules.ts":
    "A table of rights: test/docs/restriction.test.ts compares it with the roles that docs/restriction.md shows.",
};
