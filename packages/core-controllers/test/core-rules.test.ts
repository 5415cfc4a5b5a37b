import { coreClusterRules, coreRules } from "@capstan/core-controllers";
import { expect, test } from "vitest";

const withVerb = (rules: ReturnType<typeof coreRules>, verb: string) =>
  rules.filter(({ verbs }) => verbs.includes(verb)).flatMap(({ resources }) => resources);

test("unserved kinds get read rules and a status patch rule, each at the scope of their objects", () => {
  expect(coreRules()).toContainEqual({
    apiGroups: ["cluster.x-k8s.io", "addons.cluster.x-k8s.io"],
    resources: ["clusterclasses", "clusterresourcesets"],
    verbs: ["list", "watch"],
  });
  expect(coreRules()).toContainEqual({
    apiGroups: ["cluster.x-k8s.io", "addons.cluster.x-k8s.io"],
    resources: ["clusterclasses/status", "machinepools/status", "clusterresourcesets/status"],
    verbs: ["patch"],
  });
  expect(coreClusterRules()).toContainEqual({
    apiGroups: ["runtime.cluster.x-k8s.io"],
    resources: ["extensionconfigs"],
    verbs: ["list", "watch"],
  });
  expect(coreClusterRules()).toContainEqual({
    apiGroups: ["runtime.cluster.x-k8s.io"],
    resources: ["extensionconfigs/status"],
    verbs: ["patch"],
  });
});

test("only the status of CRDs with differing versions, and nothing else without a namespace, may be changed", () => {
  const ofDefinitions = coreClusterRules().filter(
    ({ resources }) => resources[0] === "customresourcedefinitions/status",
  );
  expect(ofDefinitions.map(({ resourceNames }) => resourceNames)).toEqual([
    [
      ...["clusters", "machines", "machinesets", "machinedeployments", "machinehealthchecks", "machinepools"].map(
        (plural) => `${plural}.cluster.x-k8s.io`,
      ),
      "ipaddressclaims.ipam.cluster.x-k8s.io",
    ],
  ]);
  expect(withVerb(coreClusterRules(), "patch")).toEqual([
    "customresourcedefinitions/status",
    "extensionconfigs/status",
  ]);
});

test("Secrets are never updated as a whole, and only Machines may be deleted as a collection", () => {
  expect(withVerb(coreRules(), "update")).not.toContain("secrets");
  expect(withVerb(coreRules(), "deletecollection")).toEqual(["machines"]);
});
