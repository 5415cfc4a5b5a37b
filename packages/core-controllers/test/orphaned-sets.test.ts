import type { MachineSet } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { machineDeploymentOwner } from "../src/kit/owner-references.ts";
import { orphansOf } from "../src/controllers/machine-deployment/orphaned-sets.ts";
import { machineDeployment, machineSet } from "./scene/sets.ts";

const deployment = machineDeployment("d");
deployment.metadata.uid = "now";
deployment.spec.selector = { matchLabels: { pool: "a" } };
const owner = machineDeploymentOwner(deployment);

/** A set without a controller that the deployment selects in its Cluster, except for the given changes. */
function set(metadata: Partial<MachineSet["metadata"]> = {}, spec: Partial<MachineSet["spec"]> = {}): MachineSet {
  const made = machineSet("s", { clusterName: deployment.spec.clusterName, ...spec });
  return { ...made, metadata: { ...made.metadata, labels: { pool: "a" }, ...metadata } };
}

describe("a MachineDeployment adopts", () => {
  test.each([
    ["a set that nothing controls", set()],
    ["one that nothing controls and is being deleted", set({ deletionTimestamp: "2030-01-01T00:00:00Z" })],
    ["one of the deployment as it was before a restore", set({ ownerReferences: [{ ...owner, uid: "before" }] })],
  ])("%s", (_what, given) => {
    expect(orphansOf(deployment, [given])).toEqual([given]);
  });

  test.each([
    ["its own", set({ ownerReferences: [owner] })],
    ["that of another deployment", set({ ownerReferences: [{ ...owner, name: "other" }] })],
    [
      "one from before a restore that is being deleted",
      set({ ownerReferences: [{ ...owner, uid: "before" }], deletionTimestamp: "2030-01-01T00:00:00Z" }),
    ],
    ["one of another Cluster", set({}, { clusterName: "other" })],
    ["one that it does not select", set({ labels: { pool: "b" } })],
  ])("no set that is %s", (_what, given) => {
    expect(orphansOf(deployment, [given])).toEqual([]);
  });
});
