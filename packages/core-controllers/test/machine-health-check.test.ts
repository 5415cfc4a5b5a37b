import { Machine, MachineHealthCheck, MachineSet, type ResourceKind } from "@capstan/contract";
import { Event, installCRDs, Node } from "@capstan/runtime";
import { describe, expect, test, vi } from "vitest";
import { bringUp, conditionOf, key, machines, machineSet, summaryOf, worldWithTemplates } from "./scene/sets.ts";
import { namespace, PlayedProviders } from "./scene/played-providers.ts";
import { definitionOf, type ProviderObject } from "./scene/provider-kinds.ts";
import { coreCRDs } from "@capstan/harness/servers";

type Spec = Partial<MachineHealthCheck["spec"]>;

const notReady = { type: "Ready", status: "Unknown", timeoutSeconds: 300 };

async function createCheck(world: PlayedProviders, name: string, spec: Spec = {}): Promise<void> {
  await world.client.create(MachineHealthCheck, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineHealthCheck",
    metadata: { name, namespace },
    spec: {
      clusterName: "c1",
      selector: { matchLabels: { "cluster.x-k8s.io/set-name": "s" } },
      checks: { unhealthyNodeConditions: [notReady] },
      ...spec,
    },
  });
  await world.settled();
}

const checkOf = (world: PlayedProviders, name: string) => world.client.get(MachineHealthCheck, key(name));

/** A Cluster with a control plane, and a MachineSet `s` whose Machines are Running. */
async function withWorkers(replicas: number): Promise<PlayedProviders> {
  const world = await worldWithTemplates();
  await world.run("cp", { controlPlane: true });
  await world.client.create(MachineSet, machineSet("s", { replicas }));
  await bringUp(world, ({ metadata }) => metadata.name !== "cp");
  return world;
}

async function workers(world: PlayedProviders): Promise<Machine[]> {
  return (await machines(world)).filter(({ metadata }) => metadata.name !== "cp");
}

/** The kubelet of a Node stops reporting; the control plane of its cluster sets the condition. */
async function lose(world: PlayedProviders, name: string, status = "Unknown"): Promise<void> {
  const lastTransitionTime = new Date(world.clock.now()).toISOString();
  const { status: before } = await world.nodes.get(Node, { name });
  const conditions = (before?.conditions ?? []).map((condition) =>
    condition.type === "Ready" ? { ...condition, status, reason: "NodeStatusUnknown", lastTransitionTime } : condition,
  );
  await world.nodes.patch(
    Node,
    { name },
    { type: "merge", body: { status: { conditions } } },
    { subresource: "status" },
  );
  await world.settled();
}

async function eventsOf(world: PlayedProviders, reason: string): Promise<string[]> {
  const { items } = await world.client.list(Event, { namespace });
  return items.filter((event) => event.reason === reason).map(({ note }) => note ?? "");
}

describe("a MachineHealthCheck", () => {
  test("finds Machines healthy, marks and counts them, and then writes nothing", async () => {
    await using world = await withWorkers(2);
    await createCheck(world, "hc");
    await world.clock.advance({ seconds: 2 });
    const names = (await workers(world)).map(({ metadata }) => metadata.name);
    const check = await checkOf(world, "hc");
    expect(check.metadata.labels).toEqual({ "cluster.x-k8s.io/cluster-name": "c1" });
    expect(check.metadata.ownerReferences).toEqual([expect.objectContaining({ kind: "Cluster", name: "c1" })]);
    expect(check.status).toMatchObject({
      expectedMachines: 2,
      currentHealthy: 2,
      remediationsAllowed: 2,
      targets: names,
      observedGeneration: 1,
      deprecated: { v1beta1: { conditions: [{ type: "RemediationAllowed", status: "True" }] } },
    });
    expect(summaryOf(check)).toEqual({ RemediationAllowed: "True", Paused: "False" });
    const healthy = await workers(world);
    expect(healthy).toHaveLength(2);
    for (const machine of healthy) {
      expect(conditionOf(machine, "HealthCheckSucceeded")).toMatchObject({
        status: "True",
        reason: "HealthCheckSucceeded",
      });
      expect(machine.status?.deprecated?.v1beta1?.conditions).toContainEqual(
        expect.objectContaining({ type: "HealthCheckSucceeded", status: "True" }),
      );
    }
    expect(await world.condition("cp", "HealthCheckSucceeded")).toBeUndefined();
    // the set has waited in vain for Machines to report whether they are up to date
    await world.clock.advance({ seconds: 15 });
    const mark = world.mark();
    await world.clock.advance({ seconds: 3_600 });
    expect(world.writes(mark)).toEqual([]);
  });

  test("fails a Machine whose Node is silent too long, not a second before, and its set replaces it", async () => {
    await using world = await withWorkers(2);
    await createCheck(world, "hc");
    const [ill = "", well = ""] = (await workers(world)).map(({ metadata }) => metadata.name);
    // the set is inactive, so that the request to it is visible
    const pause = (value: string | null) => ({ metadata: { annotations: { "cluster.x-k8s.io/paused": value } } });
    await world.patch(MachineSet, "s", pause(""));
    await lose(world, ill);
    await world.clock.advance({ seconds: 299 });
    expect((await checkOf(world, "hc")).status).toMatchObject({ currentHealthy: 1, remediationsAllowed: 1 });
    expect(conditionOf(await world.machine(ill), "HealthCheckSucceeded")).toMatchObject({ status: "True" });
    await world.clock.advance({ seconds: 5 });
    const given = await world.machine(ill);
    expect(conditionOf(given, "HealthCheckSucceeded")).toMatchObject({
      status: "False",
      reason: "UnhealthyNode",
      message:
        "Health check failed:\n  * Condition Ready on Node is reporting status Unknown with reason NodeStatusUnknown for more than 5m0s",
    });
    expect(conditionOf(given, "OwnerRemediated")).toMatchObject({
      status: "False",
      reason: "WaitingForRemediation",
    });
    expect(given.status?.deprecated?.v1beta1?.conditions).toContainEqual(
      expect.objectContaining({ type: "OwnerRemediated", status: "False", severity: "Warning" }),
    );
    expect(conditionOf(given, "Ready")).toMatchObject({ status: "False" });
    const mark = world.mark();
    await world.patch(MachineSet, "s", pause(null));
    await world.clock.advance({ seconds: 5 });
    expect(world.writes(mark).filter((write) => write.startsWith("delete machines "))).toHaveLength(1);
    const names = (await workers(world)).map(({ metadata }) => metadata.name);
    expect(names).toHaveLength(2);
    expect(names).toContain(well);
    expect(await eventsOf(world, "MachineMarkedUnhealthy")).toEqual([
      `Machine ${namespace}/${ill} has been marked as unhealthy by ${namespace}/hc`,
    ]);
  });

  test("keeps a Machine whose Node recovers in time", async () => {
    await using world = await withWorkers(1);
    await createCheck(world, "hc");
    const [worker] = await workers(world);
    const name = worker?.metadata.name ?? "";
    await lose(world, name);
    await world.clock.advance({ seconds: 250 });
    await lose(world, name, "True");
    await world.clock.advance({ seconds: 600 });
    expect(conditionOf(await world.machine(name), "HealthCheckSucceeded")).toMatchObject({ status: "True" });
    expect((await checkOf(world, "hc")).status).toMatchObject({ currentHealthy: 1 });
  });

  test("remediates a Machine without a Node after nodeStartupTimeoutSeconds", async () => {
    await using world = await withWorkers(1);
    await createCheck(world, "hc", { checks: { nodeStartupTimeoutSeconds: 60 } });
    await world.patch(MachineSet, "s", { spec: { replicas: 2 } });
    await world.settled();
    const nodeless = (await workers(world)).find(({ status }) => status?.nodeRef === undefined)?.metadata.name ?? "";
    await world.clock.advance({ seconds: 58 });
    expect(await workers(world)).toContainEqual(
      expect.objectContaining({ metadata: expect.objectContaining({ name: nodeless }) as object }),
    );
    await world.clock.advance({ seconds: 5 });
    const now = await workers(world);
    expect(now).toHaveLength(2);
    expect(now.map(({ metadata }) => metadata.name)).not.toContain(nodeless);
  });

  test("with too many unhealthy Machines stops and reports this, and continues when enough recover", async () => {
    await using world = await withWorkers(3);
    await createCheck(world, "hc", { remediation: { triggerIf: { unhealthyLessThanOrEqualTo: "40%" } } });
    const names = (await workers(world)).map(({ metadata }) => metadata.name);
    const [first = "", second = ""] = names;
    for (const name of [first, second]) await lose(world, name);
    await world.clock.advance({ seconds: 305 });
    const check = await checkOf(world, "hc");
    expect(check.status).toMatchObject({ expectedMachines: 3, currentHealthy: 1, remediationsAllowed: 0 });
    const message =
      "Remediation is not allowed, the number of not started or unhealthy machines exceeds maxUnhealthy (total: 3, unhealthy: 2, maxUnhealthy: 40%)";
    expect(conditionOf(check, "RemediationAllowed")).toMatchObject({
      status: "False",
      reason: "TooManyUnhealthy",
      message,
    });
    expect(await eventsOf(world, "RemediationRestricted")).toContain(message);
    for (const name of [first, second]) {
      const machine = await world.machine(name);
      expect(conditionOf(machine, "HealthCheckSucceeded")).toMatchObject({ status: "False" });
      expect(conditionOf(machine, "OwnerRemediated")).toBeUndefined();
    }
    await lose(world, first, "True");
    await world.clock.advance({ seconds: 5 });
    const left = (await workers(world)).map(({ metadata }) => metadata.name);
    expect(left).toContain(first);
    expect(left).not.toContain(second);
  });

  test("ignores a paused Machine, and a Machine with the skip annotation", async () => {
    await using world = await withWorkers(2);
    const [paused = "", skipped = ""] = (await workers(world)).map(({ metadata }) => metadata.name);
    await world.patch(Machine, paused, { metadata: { annotations: { "cluster.x-k8s.io/paused": "" } } });
    await world.patch(Machine, skipped, { metadata: { annotations: { "cluster.x-k8s.io/skip-remediation": "" } } });
    await createCheck(world, "hc");
    for (const name of [paused, skipped]) await lose(world, name);
    await world.clock.advance({ seconds: 1_000 });
    expect((await checkOf(world, "hc")).status).toMatchObject({ expectedMachines: 0, currentHealthy: 0 });
    expect((await workers(world)).map(({ metadata }) => metadata.name)).toEqual([paused, skipped]);
    expect(conditionOf(await world.machine(skipped), "HealthCheckSucceeded")).toBeUndefined();
  });

  test("judges no Machine while paused, and reports this", async () => {
    await using world = await withWorkers(1);
    const [worker] = await workers(world);
    await createCheck(world, "hc");
    await world.patch(MachineHealthCheck, "hc", { metadata: { annotations: { "cluster.x-k8s.io/paused": "" } } });
    await world.settled();
    await lose(world, worker?.metadata.name ?? "");
    await world.clock.advance({ seconds: 1_000 });
    expect(summaryOf(await checkOf(world, "hc"))).toMatchObject({ Paused: "True" });
    expect(conditionOf(await world.machine(worker?.metadata.name ?? ""), "HealthCheckSucceeded")).toMatchObject({
      status: "True",
    });
    await world.patch(MachineHealthCheck, "hc", { metadata: { annotations: { "cluster.x-k8s.io/paused": null } } });
    await world.clock.advance({ seconds: 5 });
    expect((await workers(world)).map(({ metadata }) => metadata.name)).not.toContain(worker?.metadata.name);
  });

  test("remediates a healthy Machine that has the annotation remediate-machine", async () => {
    await using world = await withWorkers(2);
    await createCheck(world, "hc");
    const [asked = ""] = (await workers(world)).map(({ metadata }) => metadata.name);
    await world.patch(Machine, asked, { metadata: { annotations: { "cluster.x-k8s.io/remediate-machine": "" } } });
    await world.clock.advance({ seconds: 3 });
    expect((await workers(world)).map(({ metadata }) => metadata.name)).not.toContain(asked);
    expect(await workers(world)).toHaveLength(2);
  });

  test("judges no Machine while the workload cluster is unresponsive", async () => {
    await using world = await withWorkers(1);
    await createCheck(world, "hc");
    const before = (await checkOf(world, "hc")).status;
    const [worker] = await workers(world);
    await lose(world, worker?.metadata.name ?? "");
    await world.workload.close();
    await world.clock.advance({ seconds: 1_200 });
    expect((await checkOf(world, "hc")).status).toMatchObject({ expectedMachines: before?.expectedMachines ?? -1 });
    expect((await workers(world)).map(({ metadata }) => metadata.name)).toEqual([worker?.metadata.name]);
    const machine = await world.machine(worker?.metadata.name ?? "");
    expect(conditionOf(machine, "HealthCheckSucceeded")).toMatchObject({ status: "True" });
  });
});

describe("remediation by an external controller", () => {
  const kind = (name: string): ResourceKind<ProviderObject> => ({
    group: "remediation.example.com",
    version: "v1",
    kind: name,
    plural: `${name.toLowerCase()}s`,
    namespaced: true,
  });
  const Template = kind("RepairTemplate");
  const Request = kind("Repair");
  const external: Spec = {
    remediation: { templateRef: { apiVersion: "remediation.example.com/v1", kind: "RepairTemplate", name: "repair" } },
  };

  async function createTemplate(world: PlayedProviders): Promise<void> {
    await world.client.create(Template, {
      apiVersion: "remediation.example.com/v1",
      kind: "RepairTemplate",
      metadata: { name: "repair", namespace },
      spec: { template: { spec: { reboot: "twice" } } },
    });
    await world.settled();
  }

  test("a request with the Machine's name is created from the template once, and deleted after recovery", async () => {
    await using world = await withWorkers(1);
    await world.install([Template, Request].map(definitionOf));
    await createTemplate(world);
    await createCheck(world, "hc", external);
    const [worker] = await workers(world);
    const name = worker?.metadata.name ?? "";
    await lose(world, name);
    await world.clock.advance({ seconds: 310 });
    const request = await world.client.get(Request, key(name));
    expect(request.spec).toEqual({ reboot: "twice" });
    expect(request.metadata.labels).toEqual({ "cluster.x-k8s.io/cluster-name": "c1" });
    expect(request.metadata.ownerReferences).toEqual([
      { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Machine", name, uid: worker?.metadata.uid },
    ]);
    const machine = await world.machine(name);
    expect(machine.metadata.deletionTimestamp).toBeUndefined();
    expect(conditionOf(machine, "ExternallyRemediated")).toMatchObject({
      status: "False",
      reason: "WaitingForRemediation",
    });
    expect(conditionOf(machine, "OwnerRemediated")).toBeUndefined();

    await world.clock.advance({ seconds: 600 });
    expect((await world.client.get(Request, key(name))).metadata.uid).toBe(request.metadata.uid);
    await lose(world, name, "True");
    await world.clock.advance({ seconds: 5 });
    expect((await world.client.list(Request, { namespace })).items).toEqual([]);
    expect(conditionOf(await world.machine(name), "HealthCheckSucceeded")).toMatchObject({ status: "True" });
  });

  test("an unrelated object with the kind and name of the request is unchanged, and reported", async () => {
    await using world = await withWorkers(1);
    await world.install([Template, Request].map(definitionOf));
    await createTemplate(world);
    const [worker] = await workers(world);
    const name = worker?.metadata.name ?? "";
    const uid = worker?.metadata.uid ?? "";
    // given an object of the Machine with the same name
    const controller = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Machine", name, uid, controller: true };
    await world.client.create(Request, {
      apiVersion: "remediation.example.com/v1",
      kind: Request.kind,
      metadata: { name, namespace, ownerReferences: [controller] },
    });
    const { metadata } = await world.client.get(Request, key(name));
    await createCheck(world, "hc", external);
    await world.settled();
    expect((await world.client.get(Request, key(name))).metadata).toEqual(metadata);

    await lose(world, name);
    await world.clock.advance({ seconds: 310 });
    expect(conditionOf(await world.machine(name), "ExternallyRemediated")).toMatchObject({
      status: "False",
      reason: "RemediationRequestCreationFailed",
      message: `${Request.kind} ${name} (spec.remediation.templateRef) exists and was not requested for this Machine`,
    });
    await lose(world, name, "True");
    await world.clock.advance({ seconds: 5 });
    expect((await world.client.get(Request, key(name))).metadata).toEqual(metadata);
  });

  test("a request that the server refuses is reported on the Machine, and retried", async () => {
    await using world = await withWorkers(1);
    world.expectError("is invalid: spec.reboot");
    const refusing = definitionOf(Request);
    const [version] = refusing.spec.versions;
    if (version?.schema.openAPIV3Schema.properties !== undefined) {
      version.schema.openAPIV3Schema.properties.spec = {
        type: "object",
        properties: { reboot: { type: "string", enum: ["once"] } },
      };
    }
    await world.install([definitionOf(Template), refusing]);
    await createTemplate(world);
    await createCheck(world, "hc", external);
    const [worker] = await workers(world);
    const name = worker?.metadata.name ?? "";
    await world.patch(Machine, name, { metadata: { annotations: { "cluster.x-k8s.io/remediate-machine": "" } } });
    await world.clock.advance({ seconds: 3 });
    const remediated = async () => conditionOf(await world.machine(name), "ExternallyRemediated");
    expect(await remediated()).toMatchObject({
      status: "False",
      reason: "RemediationRequestCreationFailed",
      message: expect.stringContaining("spec.reboot") as string,
    });
    // when the template is fixed
    await world.patch(Template, "repair", { spec: { template: { spec: { reboot: "once" } } } });
    await world.clock.advance({ seconds: 120 });
    expect(await remediated()).toMatchObject({ reason: "WaitingForRemediation" });
  });

  test("a template that is missing or not installed is reported on the Machine", async () => {
    await using world = await withWorkers(1);
    await createCheck(world, "hc", external);
    const [worker] = await workers(world);
    const name = worker?.metadata.name ?? "";
    await world.patch(Machine, name, { metadata: { annotations: { "cluster.x-k8s.io/remediate-machine": "" } } });
    await world.clock.advance({ seconds: 3 });
    const remediated = async () => conditionOf(await world.machine(name), "ExternallyRemediated");
    expect(await remediated()).toMatchObject({
      reason: "RemediationTemplateNotFound",
      message: expect.stringContaining(
        "CustomResourceDefinition repairtemplates.remediation.example.com is not installed",
      ) as string,
    });
    await world.install([Template, Request].map(definitionOf));
    await world.clock.advance({ seconds: 3 });
    expect(await remediated()).toMatchObject({
      message: "RepairTemplate repair (spec.remediation.templateRef) does not exist",
    });
    await createTemplate(world);
    await world.clock.advance({ seconds: 3 });
    expect(await remediated()).toMatchObject({ reason: "WaitingForRemediation" });
  });
});

test("without the CRD of MachineHealthCheck all else runs, and no request is sent until it exists", async () => {
  const without = coreCRDs.filter(({ spec }) => spec.names.kind !== MachineHealthCheck.kind);
  await using world = await PlayedProviders.start({ coreCRDs: without });
  await world.createCluster();
  await world.provisionCluster();
  await world.settled();
  await world.run("m1", { controlPlane: true });
  expect((await world.machine("m1")).status?.phase).toBe("Running");
  await world.clock.advance({ minutes: 1 });
  const reads = () => world.reads().filter((read) => read.includes("machinehealthchecks"));
  expect(reads()).toEqual([]);

  await installCRDs(world.client, coreCRDs);
  await vi.waitFor(() => {
    expect(reads()).toEqual(["watch machinehealthchecks.v1beta2"]);
  });
});
