import { describe, expect, test } from "vitest";
import { type DeletionFacts, nextDeletionStep } from "../src/controllers/machine/deletion.ts";
import { type StageName } from "../src/drain/stages.ts";
import { clusterObject, found, machineObject, nodeObject } from "./scene/objects.ts";

const deletionTimestamp = "2030-01-01T00:00:00Z";
const now = Date.parse(deletionTimestamp);
const controlPlane = machineObject({ name: "cp", metadata: { labels: { "cluster.x-k8s.io/control-plane": "" } } });
const going = { metadata: { deletionTimestamp } };
const node = { state: "found", node: nodeObject() } as const;
const cordoned = { state: "found", node: nodeObject({ spec: { unschedulable: true } }) } as const;

function facts(changes: Partial<DeletionFacts> & { annotations?: Record<string, string> } = {}): DeletionFacts {
  const { annotations = {}, ...rest } = changes;
  const machine = machineObject({
    metadata: { deletionTimestamp, annotations },
    status: { nodeRef: { name: "n1" }, phase: "Deleting" },
  });
  return {
    machine,
    cluster: clusterObject(),
    infrastructure: found("TestMachine"),
    bootstrapConfig: found("TestConfig"),
    node,
    siblings: [machine, controlPlane],
    controlPlane: "ordinary",
    hasKubeconfig: true,
    passed: new Set(["drainNode", "awaitVolumes"]),
    now,
    ...rest,
  };
}

const none: ReadonlySet<StageName> = new Set();
const gone = { state: "missing" } as const;
const preDrain = { "pre-drain.delete.hook.machine.cluster.x-k8s.io/x": "" };
const preTerminate = { "pre-terminate.delete.hook.machine.cluster.x-k8s.io/x": "" };

describe("the next step of a deletion", () => {
  test.each<{ given: string; facts: DeletionFacts; step: object }>([
    { given: "a pre-drain hook", facts: facts({ annotations: preDrain }), step: { reason: "WaitingForPreDrainHook" } },
    { given: "a Node in use", facts: facts({ passed: none }), step: { action: "cordonNode", name: "n1" } },
    {
      given: "a cordoned Node",
      facts: facts({ node: cordoned, passed: none }),
      step: { action: "drainNode", reason: "DrainingNode", nodeUnreachable: false },
    },
    {
      given: "a drained Node",
      facts: facts({ node: cordoned, passed: new Set<StageName>(["drainNode"]) }),
      step: { action: "awaitVolumes", reason: "WaitingForVolumeDetach" },
    },
    {
      given: "a pre-terminate hook and a drained Node",
      facts: facts({ annotations: preTerminate, node: cordoned }),
      step: { action: "wait", reason: "WaitingForPreTerminateHook" },
    },
    {
      given: "a Node without Pods and volumes",
      facts: facts({ node: cordoned }),
      step: { action: "deleteInfrastructure" },
    },
    {
      given: "a Machine that is not to be drained",
      facts: facts({ passed: none, annotations: { "machine.cluster.x-k8s.io/exclude-node-draining": "" } }),
      step: { action: "awaitVolumes" },
    },
    {
      given: "a Machine whose volumes are not to be waited for, either",
      facts: facts({
        passed: none,
        annotations: {
          "machine.cluster.x-k8s.io/exclude-node-draining": "",
          "machine.cluster.x-k8s.io/exclude-wait-for-node-volume-detach": "",
        },
      }),
      step: { action: "deleteInfrastructure" },
    },
    {
      given: "infrastructure that is being deleted",
      facts: facts({ node: cordoned, infrastructure: found("TestMachine", going) }),
      step: { action: "wait", reason: "WaitingForInfrastructureDeletion" },
    },
    {
      given: "infrastructure gone",
      facts: facts({ infrastructure: gone }),
      step: { action: "deleteBootstrapConfig", reason: "WaitingForBootstrapDeletion" },
    },
    {
      given: "the config being deleted",
      facts: facts({ infrastructure: gone, bootstrapConfig: found("TestConfig", going) }),
      step: { action: "wait", reason: "WaitingForBootstrapDeletion" },
    },
    {
      given: "both objects gone",
      facts: facts({ infrastructure: gone, bootstrapConfig: gone }),
      step: { action: "deleteNode", name: "n1" },
    },
    {
      given: "the Node gone, too",
      facts: facts({ infrastructure: gone, bootstrapConfig: gone, node: { state: "absent" } }),
      step: { action: "finish" },
    },
    {
      given: "the CRDs of the objects uninstalled",
      facts: facts({
        infrastructure: { state: "unresolved", reason: "CRDNotInstalled", message: "" },
        bootstrapConfig: undefined,
        node: { state: "absent" },
      }),
      step: { action: "finish" },
    },
    {
      given: "a kind that cannot be watched",
      facts: facts({
        node: cordoned,
        infrastructure: { state: "unresolved", reason: "WatchFailed", message: "forbidden" },
      }),
      step: { action: "wait", message: "forbidden" },
    },
    {
      given: "an infrastructure object that is another Machine's",
      facts: facts({
        node: cordoned,
        infrastructure: { ...found("TestMachine"), refusal: "another's" },
        bootstrapConfig: undefined,
      }),
      step: { action: "deleteNode" },
    },
  ])("with $given", ({ facts: given, step }) => {
    expect(nextDeletionStep(given)).toMatchObject(step);
  });

  test.each<{ because: string; facts: Partial<DeletionFacts> }>([
    { because: "the Cluster is being deleted", facts: { cluster: clusterObject(going) } },
    { because: "the Cluster is gone", facts: { cluster: undefined } },
    { because: "the control plane is being deleted", facts: { controlPlane: "deleting" } },
    { because: "no control plane Machine is left", facts: { siblings: [] } },
    {
      because: "the only control plane Machine is being deleted",
      facts: {
        siblings: [{ ...controlPlane, metadata: { ...controlPlane.metadata, deletionTimestamp } }],
      },
    },
    {
      because: "the Machine never had one",
      facts: { machine: machineObject({ metadata: { deletionTimestamp } }), node: { state: "absent" } },
    },
  ])("the Node stays when $because", ({ facts: changes }) => {
    const given = facts({ infrastructure: gone, bootstrapConfig: gone, ...changes });
    expect(nextDeletionStep(given)).toEqual({ action: "finish" });
    expect(nextDeletionStep({ ...given, infrastructure: found("TestMachine") })).toMatchObject({
      action: "deleteInfrastructure",
    });
  });

  test("waits until the control plane object is read, because it decides whether the Node is deleted", () => {
    const step = nextDeletionStep(facts({ controlPlane: "unknown", passed: none }));
    expect(step).toMatchObject({ action: "wait", passing: true });
    const withCluster = facts({ controlPlane: "unknown", passed: none, cluster: clusterObject(going) });
    expect(nextDeletionStep(withCluster)).toMatchObject({ action: "deleteInfrastructure" });
  });

  test("an unreachable workload cluster blocks the deletion for ten seconds", () => {
    const given = facts({
      infrastructure: gone,
      bootstrapConfig: gone,
      node: { state: "connecting", message: "refused" },
    });
    expect(nextDeletionStep({ ...given, now: now + 4_000 })).toMatchObject({
      action: "wait",
      reason: "DeletingNode",
      retryAfterMs: 6_000,
    });
    expect(nextDeletionStep({ ...given, now: now + 10_000 })).toEqual({ action: "finish" });
  });

  test("a workload cluster not reached since the start has thirty seconds, at any time of deletion", () => {
    const startedAt = now + 60_000;
    const given = facts({
      infrastructure: gone,
      bootstrapConfig: gone,
      node: { state: "connecting", message: "refused", firstTriedMs: startedAt },
    });
    expect(nextDeletionStep({ ...given, now: startedAt })).toMatchObject({
      action: "wait",
      reason: "DeletingNode",
      retryAfterMs: 30_000,
    });
    expect(nextDeletionStep({ ...given, now: startedAt + 29_000 })).toMatchObject({ retryAfterMs: 1_000 });
    expect(nextDeletionStep({ ...given, now: startedAt + 30_000 })).toEqual({ action: "finish" });
    // a longer timeout of the Machine still counts
    const patient = machineObject({
      metadata: { deletionTimestamp },
      spec: { deletion: { nodeDeletionTimeoutSeconds: 3_600 } },
      status: { nodeRef: { name: "n1" } },
    });
    expect(nextDeletionStep({ ...given, machine: patient, now: startedAt + 30_000 })).toMatchObject({ action: "wait" });
  });
});
