import {
  Cluster,
  getCondition,
  type KubernetesObject,
  Machine,
  MachineDeployment,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import { MockCluster } from "@capstan/infrastructure-mock";
import {
  createCluster,
  createWorkers,
  ManagementCluster,
  type Scene,
  scaleWorkers,
  sceneKinds,
  servers,
} from "@capstan/harness/scenes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** A finalizer that keeps an attacker's object from being removed. */
const keep = "attacker.example/keep";
const watched: readonly ResourceKind[] = [...sceneKinds, MachineSet, MachineDeployment];

describe.each(servers)("on the %s server", (choice) => {
  let management: ManagementCluster;

  beforeAll(async () => {
    management = await ManagementCluster.start(choice);
  });

  afterAll(() => management[Symbol.asyncDispose]());

  /** A tenant's MachineDeployment with two Machines, and the namespace of another tenant. */
  async function tenants(): Promise<{ victim: Scene; evil: Scene; closing: AsyncDisposableStack }> {
    const closing = new AsyncDisposableStack();
    const victim = closing.use(await management.scene(watched));
    const evil = closing.use(await management.scene(watched));
    await createCluster(victim, "c1", MockCluster.kind);
    await createWorkers(victim, "web", { cluster: "c1", replicas: 2 });
    await victim.until("two Machines, counted", () => replicasOf(victim).every((count) => count === 2));
    return { victim, evil, closing };
  }

  /** Creates Machines with all labels, references and status of the victim's Machines, which only the attacker can remove. */
  async function forge(victim: Scene, evil: Scene, count: number): Promise<void> {
    const [machine] = victim.list(Machine);
    if (machine === undefined) throw new Error("There is no Machine to copy");
    const { labels: copied = {}, ownerReferences = [] } = machine.metadata;
    for (let index = 0; index < count; index += 1) {
      const metadata = { name: `forged-${index}`, labels: copied, ownerReferences, finalizers: [keep] };
      await evil.create({ ...machine, metadata });
    }
    // The garbage collector finds no such owner in their namespace and deletes them, so they stay as long as the attacker wants.
    await evil.until("forged Machines marked", () => evil.list(Machine).filter(isGoing).length === count);
    await management.settled();
  }

  test("a MachineSet does not count Machines of another namespace that name it as owner, and creates its own", async () => {
    const { victim, evil, closing } = await tenants();
    await using cleanUp = new AsyncDisposableStack();
    cleanUp.use(closing);
    await forge(victim, evil, 3);
    // when the victim scales from two Machines to five
    await scaleWorkers(victim, "web", 5);
    // then the victim has five Machines, and the counters show it
    await victim.until("five Machines, counted", () => replicasOf(victim).every((count) => count === 5));
    await victim.until("ScalingUp ends", () => {
      const [set] = victim.list(MachineSet);
      return set !== undefined && getCondition(set, "ScalingUp")?.status === "False";
    });
    expect(victim.list(Machine)).toHaveLength(5);
    // and the victim's objects do not name the forged ones
    expect(JSON.stringify(watched.map((kind) => victim.list(kind)))).not.toContain("forged-");
    // and when it scales down, the set deletes its own Machines
    await scaleWorkers(victim, "web", 1);
    await victim.until("one Machine, counted", () => replicasOf(victim).every((count) => count === 1));
    expect(evil.list(Machine)).toHaveLength(3);
  });

  test("a deleted MachineDeployment does not wait for Machines of another namespace", async () => {
    const { victim, evil, closing } = await tenants();
    await using cleanUp = new AsyncDisposableStack();
    cleanUp.use(closing);
    await forge(victim, evil, 3);
    await victim.client.delete(MachineDeployment, victim.key("web"));
    await victim.until("all gone", () => counts(victim).every((count) => count === 0));
    expect(evil.list(Machine)).toHaveLength(3);
    // and neither does a deleted Cluster
    await victim.client.delete(Cluster, victim.key("c1"));
    await victim.until("the Cluster gone", () => victim.list(Cluster).length === 0);
  });

  test("a deleted MachineDeployment waits for its own Machine, even if a foreign finalizer holds it", async () => {
    const { victim, closing } = await tenants();
    await using cleanUp = new AsyncDisposableStack();
    cleanUp.use(closing);
    const [machine] = victim.list(Machine);
    const key = victim.key(machine?.metadata.name ?? "");
    const finalizers = [...(machine?.metadata.finalizers ?? []), keep];
    await victim.client.patch(Machine, key, { type: "merge", body: { metadata: { finalizers } } });
    await victim.client.delete(MachineDeployment, victim.key("web"));
    await victim.until("one Machine left", () => victim.list(Machine).length === 1);
    await management.settled();
    expect(counts(victim)).toEqual([1, 1, 1]);
    const [left] = victim.list(Machine);
    expect(left?.metadata.finalizers).toContain(keep);
    await victim.client.patch(Machine, key, { type: "merge", body: { metadata: { finalizers: null } } });
    await victim.until("all gone", () => counts(victim).every((count) => count === 0));
  });
});

function isGoing({ metadata }: KubernetesObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** The Machine counters of the deployment and its set, and the actual number. */
function replicasOf(scene: Scene): (number | undefined)[] {
  const [deployment] = scene.list(MachineDeployment);
  const [set] = scene.list(MachineSet);
  return [deployment?.status?.replicas, set?.status?.replicas, scene.list(Machine).length];
}

/** The numbers of MachineDeployments, MachineSets and Machines. */
function counts(scene: Scene): number[] {
  return [MachineDeployment, MachineSet, Machine].map((kind) => scene.list<KubernetesObject>(kind).length);
}
