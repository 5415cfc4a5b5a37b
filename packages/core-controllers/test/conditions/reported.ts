import { type Cluster, type Condition, type Machine, type MachineDeployment } from "@capstan/contract";
import { type DeletionFacts, nextDeletionStep } from "../../src/controllers/machine/deletion.ts";
import { nextClusterDeletionStep } from "../../src/controllers/cluster/deletion.ts";
import { nextCluster } from "../../src/controllers/cluster/next-cluster.ts";
import { nextMachine } from "../../src/controllers/machine/next-machine.ts";
import { type ObservedMachine } from "../../src/controllers/machine/observed.ts";
import { clusterObject, found, machineObject, nodeObject } from "../scene/objects.ts";
import { machineDeployment, machineSet, machineTemplate } from "../scene/sets.ts";
import { type ObservedCluster } from "../../src/controllers/cluster/observed.ts";

/** A reason of the Go core, and whether Capstan sets it. */
export interface ReasonOfGo {
  readonly condition: string;
  readonly reason: string;
  /** When Capstan sets it; without a scene: why Capstan does not set it, or which controller does. */
  readonly when: string;
  /** Reproduces the reason with the functions that compute the conditions. */
  readonly scene?: () => { readonly type: string; readonly reason: string } | undefined;
  /** The test that proves that another controller sets it. */
  readonly shownBy?: string;
}

const at = "2030-01-01T00:00:00Z";
const now = Date.parse(at);
export const deleting = { metadata: { deletionTimestamp: at } };
export const missing = { state: "missing" } as const;
export const controlPlaneRef = { apiGroup: "controlplane.cluster.x-k8s.io", kind: "TestControlPlane", name: "c1" };
export const hook = (stage: string) => ({ [`${stage}.delete.hook.machine.cluster.x-k8s.io/x`]: "" });
const provisionedMachine = { spec: { providerID: "test://m1" }, status: { initialization: { provisioned: true } } };
const withData = { dataSecretName: "d", initialization: { dataSecretCreated: true } };
export const malformed = { conditions: [{ type: "Ready", status: "Maybe" }] };

type Reported = { readonly type: string; readonly reason: string } | undefined;
type MachineChanges = Parameters<typeof machineObject>[0];
type ClusterChanges = Parameters<typeof clusterObject>[0];

export function ofMachine(type: string, changes: MachineChanges, observed: Partial<ObservedMachine> = {}): Reported {
  const around: ObservedMachine = {
    cluster: clusterObject(),
    bootstrapConfig: found("TestConfig", { status: withData }),
    infrastructure: found("TestMachine", provisionedMachine),
    node: { state: "found", node: nodeObject() },
    ...observed,
  };
  const machine = nextMachine(machineObject(changes), around, { reading: "proposal", now });
  return machine.status?.conditions?.find((condition) => condition.type === type);
}

export function ofCluster(
  type: string,
  changes: ClusterChanges,
  observed: Partial<ObservedCluster> = {},
  machines: Machine[] = [],
): Reported {
  const around: ObservedCluster = {
    infrastructure: found("TestCluster", { name: "c1", status: { initialization: { provisioned: true } } }),
    controlPlane: undefined,
    descendants: { machines, machineSets: [], machineDeployments: [] },
    workload: { state: "connected" },
    ...observed,
  };
  const cluster: Cluster = nextCluster(clusterObject(changes), around, { now });
  return cluster.status?.conditions?.find((condition) => condition.type === type);
}

export function ofDeletion(changes: MachineChanges, facts: Partial<DeletionFacts> = {}): Reported {
  const status = { nodeRef: { name: "n1" } };
  const machine = machineObject({ status, ...changes, metadata: { deletionTimestamp: at, ...changes?.metadata } });
  const step = nextDeletionStep({
    machine,
    cluster: clusterObject(),
    infrastructure: found("TestMachine"),
    bootstrapConfig: found("TestConfig"),
    node: { state: "found", node: nodeObject() },
    siblings: [],
    controlPlane: "external",
    hasKubeconfig: true,
    passed: new Set(["drainNode", "awaitVolumes"]),
    now,
    ...facts,
  });
  return "reason" in step ? { type: "Deleting", reason: step.reason } : undefined;
}

export function ofClusterDeletion(changes: ClusterChanges, observed: Partial<ObservedCluster>): Reported {
  const step = nextClusterDeletionStep({
    cluster: clusterObject({ ...deleting, ...changes }),
    infrastructure: missing,
    controlPlane: undefined,
    descendants: { machines: [], machineSets: [], machineDeployments: [] },
    ...observed,
  });
  return step.action === "finish" ? undefined : { type: "Deleting", reason: step.reason };
}

export function condition(type: string, status: Condition["status"], reason = "Test"): Condition {
  return { type, status, reason, message: "", lastTransitionTime: "2029-01-01T00:00:00Z" };
}

export function machines(...conditions: Condition[]): Machine[] {
  const controller = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    name: "s",
    uid: "s",
    controller: true,
  };
  const metadata = { ownerReferences: [controller], creationTimestamp: "2029-01-01T00:00:00Z" };
  return [machineObject({ metadata, status: { conditions } })];
}

export function controlPlane(...conditions: Condition[]): Machine[] {
  const labels = { "cluster.x-k8s.io/control-plane": "" };
  return machines(...conditions).map((each) => ({ ...each, metadata: { ...each.metadata, labels } }));
}

export function deployments(...conditions: Condition[]): ObservedCluster["descendants"] {
  const deployment: MachineDeployment = { ...machineDeployment("md"), status: { conditions } };
  return { machines: [], machineSets: [], machineDeployments: [deployment] };
}

export function owners(version: string): NonNullable<ObservedMachine["owners"]> {
  return {
    machineSet: machineSet("ms", { template: machineTemplate("t1", { version: "v1.36.0" }) }),
    machineDeployment: machineDeployment("md", { template: machineTemplate("t1", { version }) }),
  };
}

/** A reason, when Capstan sets it, and a scene that reproduces it, except where Capstan never sets it. */
export function row(condition: string, reason: string, when: string, scene?: ReasonOfGo["scene"]): ReasonOfGo {
  return { condition, reason, when, ...(scene === undefined ? {} : { scene }) };
}
