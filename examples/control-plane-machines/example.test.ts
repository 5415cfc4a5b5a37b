import { adminKubeconfig } from "@capstan/kube/x509";
import { getCondition, isConditionTrue, Machine, type ResourceKind, Secret } from "@capstan/provider";
import { describeProviderContract } from "@capstan/testkit/conformance";
import { describe, expect, test } from "vitest";
import { LightConfig } from "./src/api/light-config.ts";
import { LightControlPlane } from "./src/api/light-control-plane.ts";
import { LightConfigReconciler } from "./src/reconcilers/light-config/light-config-reconciler.ts";
import { LightControlPlaneReconciler } from "./src/reconcilers/light-control-plane/light-control-plane-reconciler.ts";
import { BootingMachine, namespace, startScene } from "./scene.ts";

type Scene = Awaited<ReturnType<typeof startScene>>;

async function namesOf(scene: Scene): Promise<string[]> {
  return (await scene.listMachines()).map(({ metadata }) => metadata.name).toSorted();
}

/** The label `tier` of the objects behind the Machines. */
async function tiersBehind({ env: { client } }: Scene): Promise<(string | undefined)[]> {
  const lists = await Promise.all(
    [LightConfig.kind, BootingMachine.kind].map((kind: ResourceKind) => client.list(kind, { namespace })),
  );
  return lists.flatMap(({ items }) => items.map(({ metadata }) => metadata.labels?.tier));
}

describeProviderContract({
  definition: LightControlPlane,
  spec: { version: "v1.36.0", serverArguments: ["--disable=traefik"] },
  reconcilers: () => [new LightControlPlaneReconciler(), new LightConfigReconciler()],
});

describe("a LightControlPlane", () => {
  test("begins a cluster with one Machine, and the others join it one by one", async () => {
    await using scene = await startScene({ replicas: 3 });
    await scene.ready(3);

    const started = [...scene.machines.started.values()];
    expect(started.map(({ role }) => role)).toEqual(["server", "server", "server"]);
    expect(started.filter(({ options }) => "cluster-init" in options)).toHaveLength(1);
    const controlPlane = await scene.controlPlane();
    expect(controlPlane.status).toMatchObject({
      initialization: { controlPlaneInitialized: true },
      replicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      upToDateReplicas: 3,
      version: "v1.36.0",
    });
    expect(isConditionTrue(controlPlane, "Available")).toBe(true);
    expect(isConditionTrue(controlPlane, "Ready")).toBe(true);
    await scene.env.until("the Cluster is Available", async () =>
      isConditionTrue(await scene.clusterNow(), "ControlPlaneAvailable"),
    );
    const present = await scene.listMachines();
    expect(present.map((machine) => isConditionTrue(machine, "UpToDate"))).toEqual([true, true, true]);
    const secrets = await scene.env.client.list(Secret, {
      namespace,
      labelSelector: "cluster.x-k8s.io/cluster-name=c1",
    });
    const names = secrets.items.map(({ metadata }) => metadata.name);
    expect(names).toEqual(expect.arrayContaining(["c1-ca", "c1-kubeconfig"]));
  });

  test("is not initialized while its API server still refuses requests", async () => {
    await using scene = await startScene({ replicas: 1 });
    let refused: { readonly happened: number } | undefined;
    scene.machines.whenBegun = ({ faults }) => {
      const fault = { type: "error", code: 403, reason: "Forbidden" } as const;
      refused = faults.add(fault, { on: { verbs: ["list"], resources: ["nodes"] }, times: 2 });
    };
    await scene.ready(1);
    expect(refused?.happened).toBe(2);
    const reasons = scene.env
      .lifeOf({ kind: LightControlPlane.kind, name: "c1" })
      .flatMap(({ changes }) => changes.filter(({ path }) => path === "status.conditions[Ready].reason"))
      .map(({ to }) => to);
    expect(new Set(reasons)).toEqual(new Set(["WaitingForClusterInfrastructureReady", "MachinesStarting", "Ready"]));
    expect(isConditionTrue(await scene.controlPlane(), "Initialized")).toBe(true);
  });

  test("replaces its Machines one by one for another version, and for other arguments", async () => {
    await using scene = await startScene({ replicas: 1 });
    await scene.ready(1);
    const [first = ""] = await namesOf(scene);

    await scene.patch({ spec: { version: "v1.36.1" } });
    await scene.env.until("upgraded", async () => (await scene.controlPlane()).status?.version === "v1.36.1");
    await scene.ready(1);
    const [second = ""] = await namesOf(scene);
    const said = scene.env
      .lifeOf({ kind: LightControlPlane.kind, name: "c1" })
      .flatMap(({ changes }) => changes.filter(({ path }) => path === "status.conditions[RollingOut].message"))
      .map(({ to }) => to);
    expect(said).toContainEqual(expect.stringContaining("* Version v1.36.0, v1.36.1 required"));
    expect(second).not.toBe(first);
    expect(scene.machines.started.get(second)?.options).toMatchObject({ version: "v1.36.1" });

    await scene.patch({ spec: { serverArguments: ["--disable=traefik"] } });
    await scene.env.until("replaced", async () => {
      const names = await namesOf(scene);
      return names.length === 1 && names[0] !== second;
    });
    await scene.ready(1);
    const [third = ""] = await namesOf(scene);
    expect(scene.machines.started.get(third)?.options).toMatchObject({ disable: "traefik" });
    expect(scene.machines.started.size).toBe(3);
  });

  test("changes labels and timeouts of its Machines in place (CP-010)", async () => {
    await using scene = await startScene({ replicas: 1 });
    await scene.ready(1);
    const before = await namesOf(scene);

    const deletion = { nodeDrainTimeoutSeconds: 30 };
    await scene.patch({ spec: { machineTemplate: { metadata: { labels: { tier: "gold" } }, spec: { deletion } } } });
    await scene.env.until("changed", async () => (await scene.listMachines())[0]?.metadata.labels?.tier === "gold");
    const [machine] = await scene.listMachines();
    expect(machine?.spec.deletion).toMatchObject(deletion);
    // The Machine is written last.
    expect(await tiersBehind(scene)).toEqual(["gold", "gold"]);

    await scene.patch({ spec: { machineTemplate: { metadata: null } } });
    await scene.env.until("removed", async () => (await scene.listMachines())[0]?.metadata.labels?.tier === undefined);
    expect(await tiersBehind(scene)).toEqual([undefined, undefined]);
    expect(await namesOf(scene)).toEqual(before);
  });

  test("spreads its Machines over the failure domains for control planes (CP-010), and shrinks by the most crowded", async () => {
    await using scene = await startScene({ replicas: 1 });
    await scene.ready(1);
    const failureDomains = [
      { name: "a", controlPlane: true },
      { name: "b", controlPlane: true },
      { name: "c", controlPlane: false },
    ];
    await scene.env.client.patch(
      scene.clusterKind,
      scene.key,
      { type: "merge", body: { status: { failureDomains } } },
      { subresource: "status" },
    );
    await scene.patch({ spec: { replicas: 4 } });
    await scene.ready(4);
    const domains = (await scene.listMachines()).map(({ spec }) => spec.failureDomain ?? "none").toSorted();
    expect(domains).toEqual(["a", "a", "b", "none"]);

    await scene.patch({ spec: { replicas: 3 } });
    await scene.ready(3);
    const left = (await scene.listMachines()).map(({ spec }) => spec.failureDomain ?? "none").toSorted();
    expect(left).toEqual(["a", "b", "none"]);
  });

  test("replaces a Machine that a health check condemns, unless it is the only one", async () => {
    await using scene = await startScene({ replicas: 1 });
    await scene.ready(1);
    const condemn = (name: string) =>
      scene.setMachineCondition(name, { type: "OwnerRemediated", status: "False", reason: "WaitingForRemediation" });
    const [only = ""] = await namesOf(scene);
    await condemn(only);
    await scene.env.until("condemned", async () => isConditionTrue(await scene.controlPlane(), "Remediating"));
    expect(await namesOf(scene)).toEqual([only]);

    await scene.patch({ spec: { replicas: 2 } });
    await scene.env.until("replaced", async () => {
      const names = await namesOf(scene);
      return names.length === 2 && !names.includes(only);
    });
    await scene.ready(2);
  });

  test("says which template is missing, and creates no Machine until it exists", async () => {
    const missing = { apiGroup: BootingMachine.kind.group, kind: "BootingMachineTemplate", name: "none" };
    await using scene = await startScene({ spec: { machineTemplate: { spec: { infrastructureRef: missing } } } });
    await scene.env.until("it says so", async () => {
      return getCondition(await scene.controlPlane(), "Ready")?.reason === "InfrastructureTemplateNotFound";
    });
    expect(getCondition(await scene.controlPlane(), "Ready")?.message).toContain("BootingMachineTemplate none");
    expect(await scene.listMachines()).toEqual([]);

    await scene.patch({ spec: { machineTemplate: { spec: { infrastructureRef: scene.template } } } });
    await scene.ready(1);
  });

  test("keeps reporting its Machines while the template of others is missing", async () => {
    await using scene = await startScene({ replicas: 1 });
    await scene.ready(1);
    const infrastructureRef = { ...scene.template, name: "none" };
    await scene.patch({ spec: { machineTemplate: { spec: { infrastructureRef } } } });
    await scene.env.until("it says so", async () => {
      const rolling = getCondition(await scene.controlPlane(), "RollingOut");
      return rolling?.message.includes("BootingMachineTemplate none, which does not exist") === true;
    });
    expect((await scene.controlPlane()).status).toMatchObject({ replicas: 1, readyReplicas: 1, upToDateReplicas: 0 });
    expect(await namesOf(scene)).toHaveLength(1);
  });

  test("owns its Machines again after a restore, in which it got another uid", async () => {
    await using scene = await startScene({ replicas: 1 });
    await scene.ready(1);
    const [name = ""] = await namesOf(scene);
    await scene.env.client.patch(
      Machine,
      { name, namespace },
      { type: "merge", body: { metadata: { ownerReferences: null } } },
    );
    await scene.patch({ metadata: { annotations: { restored: "yes" } } });
    await scene.env.until("owned", async () => {
      const [machine] = await scene.listMachines();
      return machine?.metadata.ownerReferences?.some(({ kind }) => kind === LightControlPlane.kind.kind) === true;
    });
    expect(await namesOf(scene)).toEqual([name]);
  });

  test("renews its kubeconfig after half the life of its certificate (CP-008)", async () => {
    await using scene = await startScene({ replicas: 1 });
    await scene.ready(1);
    const data = async (name: string) => (await scene.env.client.get(Secret, { name, namespace })).data ?? {};
    const decoded = (text = "") => Buffer.from(text, "base64").toString("utf8");
    const { "tls.crt": certificate, "tls.key": privateKey } = await data("c1-ca");
    const write = async (daysAgo: number) => {
      const { controlPlaneEndpoint: endpoint = { host: "", port: 0 } } = (await scene.clusterNow()).spec;
      const text = await adminKubeconfig({
        clusterName: "c1",
        endpoint: { host: endpoint.host ?? "", port: endpoint.port ?? 0 },
        authority: { certificate: decoded(certificate), privateKey: decoded(privateKey) },
        now: scene.clock.now() - daysAgo * 24 * 60 * 60_000,
      });
      const value = Buffer.from(text).toString("base64");
      const key = { name: "c1-kubeconfig", namespace };
      await scene.env.client.patch(Secret, key, { type: "merge", body: { data: { value } } });
      await scene.patch({ metadata: { annotations: { round: `${daysAgo}` } } });
      await scene.env.settled();
      return value;
    };

    const young = await write(170);
    expect((await data("c1-kubeconfig")).value).toBe(young);
    const old = await write(190);
    await scene.env.until("renewed", async () => (await data("c1-kubeconfig")).value !== old);
  });

  test("is deleted with its Machines, and leaves nothing", async () => {
    await using scene = await startScene({ replicas: 2 });
    await scene.ready(2);
    await scene.deleteCluster();
    await scene.env.until("gone", async () => {
      const { items } = await scene.env.client.list(LightControlPlane.kind, { namespace });
      return items.length === 0;
    });
    expect(await scene.listMachines()).toEqual([]);
    expect((await scene.env.client.list(BootingMachine.kind, { namespace })).items).toEqual([]);
  });
});
