import { Machine, MachineDeployment, MachineSet } from "@capstan/contract";
import { ApiError, Event, type RecordedEvent } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { describe, expect, test } from "vitest";
import { MachineDeletion, type MachineDeletionOptions } from "../src/controllers/machine/machine-deletion.ts";
import { clusterObject, machineObject, nodeObject } from "./scene/objects.ts";
import {
  bringUp,
  machineDeployment,
  machines,
  machineSet,
  machineTemplate,
  sets,
  worldWithTemplates,
} from "./scene/sets.ts";
import { namespace, type PlayedProviders } from "./scene/played-providers.ts";

async function events(world: PlayedProviders): Promise<string[]> {
  await world.settled();
  const { items } = await world.client.list(Event, { namespace });
  return items.map(({ regarding, reason, note }) => `${regarding.kind ?? ""} ${reason}: ${note ?? ""}`).sort();
}

describe("a MachineSet", () => {
  test("records one Event for each batch of created or deleted Machines", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineSet, machineSet("s", { replicas: 3 }));
    await bringUp(world);
    const names = (await machines(world)).map(({ metadata }) => metadata.name);
    // batches double: one Machine, then the other two
    const created = await events(world);
    expect(created).toHaveLength(2);
    expect(created[0]).toMatch(/^MachineSet SuccessfulCreate: Created 2 Machines: s-\w{5}, s-\w{5}$/);
    expect(created[1]).toMatch(/^MachineSet SuccessfulCreate: Created Machine s-\w{5}$/);
    expect(names).toHaveLength(3);
    for (const name of names) expect(created.join(" ")).toContain(name);

    await world.patch(MachineSet, "s", { spec: { replicas: 1 } });
    await world.settled();
    const deleted = (await events(world)).filter((event) => event.includes("SuccessfulDelete"));
    expect(deleted).toHaveLength(1);
    expect(deleted[0]).toMatch(/^MachineSet SuccessfulDelete: Deleted 2 Machines: s-\w{5}, s-\w{5}$/);
    expect(await machines(world)).toHaveLength(1);
  });
});

describe("a MachineDeployment", () => {
  test("records an Event for each MachineSet it creates, scales, deletes or adopts", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineDeployment, machineDeployment("d", { replicas: 1 }));
    await bringUp(world);
    const ofDeployment = async () => (await events(world)).filter((event) => event.startsWith("MachineDeployment"));
    expect(await ofDeployment()).toEqual([
      expect.stringMatching(/^MachineDeployment SuccessfulCreate: Created MachineSet d-\w{5} with 1 replicas$/),
    ]);

    await world.patch(MachineDeployment, "d", { spec: { template: { spec: machineTemplate("t2").spec } } });
    await world.clock.advance({ seconds: 1 });
    await bringUp(world);
    await world.clock.advance({ seconds: 2 });
    const rollout = (await ofDeployment()).map((event) => event.replaceAll(/d-\w{5}/g, "<set>"));
    expect(rollout).toEqual([
      "MachineDeployment SuccessfulCreate: Created MachineSet <set> with 1 replicas",
      "MachineDeployment SuccessfulCreate: Created MachineSet <set> with 1 replicas",
      "MachineDeployment SuccessfulDelete: Deleted MachineSet <set>",
      "MachineDeployment SuccessfulScale: Scaled down MachineSet <set>: 1 -> 0",
    ]);

    const [set] = await sets(world);
    const [machine] = await machines(world);
    for (const [kind, object] of [
      [MachineSet, set],
      [Machine, machine],
    ] as const) {
      await world.patch(kind, object?.metadata.name ?? "", { metadata: { ownerReferences: null } });
    }
    await world.clock.advance({ seconds: 1 });
    const adopted = (await events(world)).filter((event) => event.includes("SuccessfulAdopt"));
    expect(adopted).toEqual([
      `MachineDeployment SuccessfulAdopt: Adopted MachineSet ${set?.metadata.name ?? ""}`,
      `MachineSet SuccessfulAdopt: Adopted Machine ${machine?.metadata.name ?? ""}`,
    ]);
  });
});

describe("the deletion of a Machine", () => {
  const now = Date.parse("2030-01-01T00:00:00Z");
  const signal = new AbortController().signal;
  const controlPlane = machineObject({ name: "cp", metadata: { labels: { "cluster.x-k8s.io/control-plane": "" } } });
  const forbidden = new ApiError("nodes is forbidden", { status: 403, reason: "Forbidden" });

  /** Everything is deleted except the Node, which the workload cluster refuses to delete. */
  function deletionOf(spec: Partial<Machine["spec"]> = {}) {
    const clock = new FakeClock({ startMs: now });
    const recorded: RecordedEvent[] = [];
    const machine = machineObject({
      metadata: { deletionTimestamp: new Date(now).toISOString() },
      spec,
      status: { nodeRef: { name: "n1" } },
    });
    const options = {
      clock,
      recorder: { record: (_: unknown, event: RecordedEvent) => recorded.push(event) },
      siblings: { ofCluster: () => [machine, controlPlane] },
      secrets: { get: () => undefined },
      workloads: { deleteNode: () => Promise.reject(forbidden) },
    } as unknown as MachineDeletionOptions;
    const observed = {
      cluster: clusterObject(),
      bootstrapConfig: { state: "missing" },
      infrastructure: { state: "missing" },
      node: { state: "found", node: nodeObject() },
    } as const;
    const deletion = new MachineDeletion(options);
    return { clock, recorded, advance: () => deletion.advance(machine, observed, signal) };
  }

  test("records that a Node cannot be deleted, retries, and leaves the Node after nodeDeletionTimeoutSeconds", async () => {
    const { advance, clock, recorded } = deletionOf();
    const message = "Error deleting Node n1: nodes is forbidden";
    expect(await advance()).toMatchObject({
      finished: false,
      progress: { reason: "DeletingNode", message },
      retryAfterMs: 5_000,
    });
    expect(recorded).toEqual([{ type: "Warning", reason: "FailedDeleteNode", message }]);
    await clock.advance({ seconds: 8 });
    expect(await advance()).toMatchObject({ finished: false, retryAfterMs: 2_000 });
    await clock.advance({ seconds: 2 });
    expect(await advance()).toEqual({ finished: true });
  });

  test("with a timeout of 0 seconds retries forever", async () => {
    const { advance, clock } = deletionOf({ deletion: { nodeDeletionTimeoutSeconds: 0 } });
    await clock.advance({ hours: 5 });
    expect(await advance()).toMatchObject({ finished: false, retryAfterMs: 5_000 });
  });
});
