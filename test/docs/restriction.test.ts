import { coreClusterRules, coreRules } from "@capstan/core-controllers";
import { expect, test } from "vitest";
import { documentedManifests } from "../e2e/restriction/documented-manifests.ts";

test.each([
  ["capstan-core-manager-role", coreRules()],
  ["capstan-core-cluster-role", coreClusterRules()],
])("docs/restriction.md shows the core's requirements in %s", (name, rules) => {
  const shown = documentedManifests("Roles", {}).filter(
    ({ kind, metadata }) => kind === "ClusterRole" && metadata.name === name,
  );
  expect(shown.map((role) => role.rules)).toEqual([rules]);
});
