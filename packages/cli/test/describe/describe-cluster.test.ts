import {
  Cluster,
  type KubernetesObject,
  Machine,
  MachineDeployment,
  MachineHealthCheck,
  MachinePool,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { describeCluster } from "../../src/describe/describe-cluster.ts";
import type { DescribedObject } from "../../src/describe/described-object.ts";

/** The controllers of other objects, by name. */
const owners = new Map([
  ["md", MachineDeployment.kind],
  ["md-new", MachineSet.kind],
  ["pool", MachinePool.kind],
  ["cp", "FooControlPlane"],
]);

function object<T extends KubernetesObject>(
  kind: ResourceKind<T>,
  name: string,
  owner: string | undefined,
  fields: object,
): T {
  const ownerReferences =
    owner === undefined
      ? []
      : [
          {
            apiVersion: "cluster.x-k8s.io/v1beta2",
            kind: owners.get(owner) ?? "",
            name: owner,
            uid: owner,
            controller: true,
          },
        ];
  const metadata = { name, namespace: "default", uid: name, ownerReferences };
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata, ...fields } as unknown as T;
}

const infrastructureRef = { apiGroup: "infrastructure.example.com", kind: "FooMachine", name: "any" };
const template = { spec: { version: "v1.36.0" } };

const machine = (name: string, owner: string | undefined, labels: Record<string, string> = {}): Machine => {
  const made = object(Machine, name, owner, { spec: { clusterName: "c1", bootstrap: {}, infrastructureRef } });
  return { ...made, metadata: { ...made.metadata, labels } };
};

const noOthers = { machinePools: [], machineHealthChecks: [], withTemplates: false };

function outline({ kind, name, role, children }: DescribedObject): unknown {
  return { [`${kind}/${name}${role === undefined ? "" : ` (${role})`}`]: children.map(outline) };
}

describe("the tree of a Cluster", () => {
  test("lists the control plane, MachineDeployments with MachineSets and Machines, then standalone Machines", () => {
    // given
    const observed = {
      cluster: object(Cluster, "c1", undefined, { spec: {} }),
      machineDeployments: [object(MachineDeployment, "md", undefined, { spec: { replicas: 1, template } })],
      machineSets: [
        object(MachineSet, "md-new", "md", {
          spec: { replicas: 1, template },
          status: { replicas: 1, readyReplicas: 0 },
        }),
        object(MachineSet, "md-old", "md", { spec: { replicas: 0, template }, status: { replicas: 0 } }),
        object(MachineSet, "alone", undefined, { spec: { replicas: 0, template } }),
      ],
      machines: [
        machine("w-10", "md-new"),
        machine("w-9", "md-new"),
        machine("cp", undefined, { "cluster.x-k8s.io/control-plane": "" }),
        machine("single", undefined),
      ],
      ...noOthers,
      find: () => ({ state: "missing" }) as const,
    };

    // when
    const described = describeCluster(observed);

    // then a MachineSet that a rollout emptied is omitted, and a standalone one is shown
    const withInfrastructure = (name: string) => ({ [name]: [{ "FooMachine/any (infrastructure)": [] }] });
    expect(outline(described)).toEqual({
      "Cluster/c1": [
        withInfrastructure("Machine/cp (control plane)"),
        {
          "MachineDeployment/md": [
            { "MachineSet/md-new": [withInfrastructure("Machine/w-9"), withInfrastructure("Machine/w-10")] },
          ],
        },
        { "MachineSet/alone": [] },
        withInfrastructure("Machine/single"),
      ],
    });
    expect(described.children[1]?.children[0]).toMatchObject({
      replicas: { desired: 1, current: 1, ready: 0 },
      version: "v1.36.0",
    });
  });

  test("shows MachinePools with their config and infrastructure, health checks, and templates on request", () => {
    const configRef = { apiGroup: "bootstrap.example.com", kind: "FooConfig", name: "p" };
    const poolTemplate = { spec: { bootstrap: { configRef }, infrastructureRef } };
    const controlPlaneRef = { apiGroup: "controlplane.example.com", kind: "FooControlPlane", name: "cp" };
    const controlPlane = {
      apiVersion: "controlplane.example.com/v1",
      kind: "FooControlPlane",
      metadata: { name: "cp" },
      spec: { machineTemplate: { spec: { infrastructureRef: { ...infrastructureRef, kind: "FooMachineTemplate" } } } },
    };
    const observed = {
      cluster: object(Cluster, "c1", undefined, { spec: { controlPlaneRef } }),
      machineDeployments: [
        object(MachineDeployment, "md", undefined, { spec: { replicas: 1, template: poolTemplate } }),
      ],
      machineSets: [],
      machines: [machine("p-1", "pool")],
      machinePools: [object(MachinePool, "pool", undefined, { spec: { replicas: 1, template: poolTemplate } })],
      machineHealthChecks: [object(MachineHealthCheck, "hc", undefined, { spec: {} })],
      withTemplates: true,
      find: ({ kind }: { readonly kind: string }) =>
        kind === "FooControlPlane"
          ? ({ state: "found", object: controlPlane, contract: "v1beta2" } as const)
          : ({ state: "missing" } as const),
    };
    const none: unknown[] = [];
    expect(outline(describeCluster(observed))).toEqual({
      "Cluster/c1": [
        { "FooControlPlane/cp (control plane)": [{ "FooMachineTemplate/any (infrastructure template)": none }] },
        {
          "MachineDeployment/md": [
            { "FooConfig/p (bootstrap template)": none },
            { "FooMachine/any (infrastructure template)": none },
          ],
        },
        {
          "MachinePool/pool": [
            { "FooConfig/p (bootstrap)": none },
            { "FooMachine/any (infrastructure)": none },
            { "Machine/p-1": [{ "FooMachine/any (infrastructure)": none }] },
          ],
        },
        { "MachineHealthCheck/hc": none },
      ],
    });
    const [plain] = describeCluster({ ...observed, withTemplates: false }).children;
    expect(plain?.children).toEqual([]);
  });

  test("shows each activity once at its object, and counts all Machines of the Cluster", () => {
    const condition = (type: string, message: string) => ({
      type,
      status: "True",
      reason: type,
      message,
      lastTransitionTime: "2030-01-01T00:00:00Z",
    });
    const rolling = condition("RollingOut", "Rolling out 1 not up-to-date replicas");
    const scaling = condition("ScalingUp", "Scaling up from 0 to 1 replicas");
    const described = describeCluster({
      cluster: object(Cluster, "c1", undefined, {
        spec: {},
        status: {
          conditions: [rolling, condition("Deleting", "Waiting for Machines")],
          controlPlane: { desiredReplicas: 1, replicas: 1, readyReplicas: 1 },
          workers: { desiredReplicas: 3, replicas: 2, readyReplicas: 1, upToDateReplicas: 1 },
        },
      }),
      machineDeployments: [
        object(MachineDeployment, "md", undefined, { spec: { template }, status: { conditions: [rolling, scaling] } }),
      ],
      machineSets: [
        object(MachineSet, "ms", "md", {
          spec: { template },
          status: { conditions: [scaling, condition("ScalingDown", "Scaling down from 2 to 1 replicas")] },
        }),
      ],
      machines: [],
      ...noOthers,
      find: () => ({ state: "missing" }) as const,
    });
    const reported = (one: DescribedObject | undefined) => one?.activities.map(({ what }) => what);
    const [deployment] = described.children;
    expect([described, deployment, deployment?.children[0]].map(reported)).toEqual([
      ["Deleting"],
      ["RollingOut", "ScalingUp"],
      ["ScalingDown"],
    ]);
    expect(described.replicas).toEqual({ desired: 4, current: 3, ready: 2 });
  });

  test("shows the Machines of a control plane provider below its object", () => {
    const controlPlaneRef = { apiGroup: "controlplane.example.com", kind: "FooControlPlane", name: "cp" };
    const controlPlane = {
      apiVersion: "controlplane.example.com/v1",
      kind: "FooControlPlane",
      metadata: { name: "cp" },
      spec: { replicas: 3 },
    };
    const described = describeCluster({
      cluster: object(Cluster, "c1", undefined, { spec: { controlPlaneRef } }),
      machineDeployments: [],
      machineSets: [],
      ...noOthers,
      machines: [machine("cp-1", "cp", { "cluster.x-k8s.io/control-plane": "" })],
      find: ({ kind }) =>
        kind === "FooControlPlane"
          ? { state: "found", object: controlPlane, contract: "v1beta2" }
          : { state: "missing" },
    });
    expect(described.children).toHaveLength(1);
    expect(described.children[0]).toMatchObject({
      kind: "FooControlPlane",
      role: "control plane",
      replicas: { desired: 3 },
    });
    expect(described.children[0]?.children.map(({ name }) => name)).toEqual(["cp-1"]);
  });
});

describe("a Machine whose Ready is Unknown", () => {
  const running = { type: "Ready", status: "Unknown", reason: "ReadyUnknown", message: "* NodeReady: is not known" };
  const lost = { type: "NodeReady", status: "Unknown", reason: "ConnectionDown", message: "Remote connection down" };

  function waitsOf(conditions: readonly object[]): readonly string[] {
    const status = {
      conditions,
      phase: "Running",
      nodeRef: { name: "n1" },
      initialization: { bootstrapDataSecretCreated: true, infrastructureProvisioned: true },
    };
    const spec = { clusterName: "c1", bootstrap: { dataSecretName: "d" }, infrastructureRef, providerID: "foo://1" };
    const described = describeCluster({
      cluster: object(Cluster, "c1", undefined, { spec: {} }),
      machineDeployments: [],
      machineSets: [],
      machines: [object(Machine, "m1", undefined, { spec, status })],
      ...noOthers,
      find: () => ({
        state: "found",
        contract: "v1beta2",
        object: object({ ...Machine, kind: "FooMachine" }, "any", undefined, {
          spec: { providerID: "foo://1" },
          status: { initialization: { provisioned: true } },
        }),
      }),
    });
    return described.children.flatMap(({ waitsFor }) => waitsFor).map(({ what, detail = "" }) => `${what}: ${detail}`);
  }

  test("reports why its Node's readiness is unknown", () => {
    expect(waitsOf([running, lost])).toEqual([expect.stringContaining("ConnectionDown: Remote connection down")]);
  });

  test("reports its Ready condition if the phase waits for nothing", () => {
    const node = { type: "NodeReady", status: "True", reason: "NodeReady", message: "" };
    expect(waitsOf([running, node])).toEqual(["Ready: ReadyUnknown: * NodeReady: is not known"]);
  });
});
