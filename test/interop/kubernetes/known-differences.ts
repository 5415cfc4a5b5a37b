import { type KnownDifference } from "../controller-runtime/known-differences.ts";
import { groupOf } from "./specs.ts";

/** Why tests fail here. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  "The documents of OpenAPI v3 leave out what clients do not read.": [
    "[sig-api-machinery] OpenAPIV3 should round trip OpenAPI V3 for all built-in group versions",
  ],
};

export const knownDifferences: readonly KnownDifference[] = Object.entries(reasons).flatMap(([reason, tests]) =>
  tests.map((test) => ({ package: groupOf(test), test, reason })),
);
