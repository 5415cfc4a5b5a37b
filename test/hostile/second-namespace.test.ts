import { type KubernetesObject, Machine, MachineDeployment, type ResourceKind } from "@capstan/contract";
import { isApiError, isNotFound } from "@capstan/runtime";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Forgery, forgedCopy, forgery } from "./forged-copy.ts";
import { NotedMachine } from "./noted-machine.ts";
import { tenantKinds, TwoTenants } from "./two-tenants.ts";

const runs = Number(process.env.CAPSTAN_FORGERIES ?? 10);

let tenants: TwoTenants;

beforeAll(async () => {
  tenants = await TwoTenants.start();
});

afterAll(() => tenants[Symbol.asyncDispose]());

function kindOf({ kind }: KubernetesObject): ResourceKind {
  const found = tenantKinds.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`${kind} is missing in the fixture`);
  return found;
}

/** Creates a copy of each object of the first tenant in the namespace of the second; resolves with the number that the server accepted. */
async function plant(forgeries: readonly Forgery[]): Promise<number> {
  const { client } = tenants.environment;
  const all = await tenants.objectsOf("victim");
  let planted = 0;
  for (const [index, original] of all.entries()) {
    const forged = forgeries[index % forgeries.length];
    if (forged === undefined) continue;
    const copy = forgedCopy(original, "evil", forged, all);
    try {
      await client.create<KubernetesObject>(kindOf(original), copy);
      planted += 1;
      const { status } = original as { status?: unknown };
      if (!forged.hasStatus || status === undefined) continue;
      const body = { status };
      const key = { namespace: "evil", name: copy.metadata.name };
      await client.patch(kindOf(original), key, { type: "merge", body }, { subresource: "status" });
    } catch (error) {
      // Some are refused by the server, or deleted immediately because their owner is missing.
      if (!isApiError(error)) throw error;
    }
  }
  return planted;
}

/** Deletes all objects of the second tenant, finalizers first. */
async function remove(): Promise<void> {
  const { client } = tenants.environment;
  const isGone = (error: unknown) => {
    if (!isNotFound(error)) throw error;
  };
  for (const object of await tenants.objectsOf("evil")) {
    const { namespace = "", name } = object.metadata;
    await client.delete(kindOf(object), { namespace, name }).catch(isGone);
  }
  await tenants.settled();
  for (const object of await tenants.objectsOf("evil")) {
    const { namespace = "", name } = object.metadata;
    const body = { metadata: { finalizers: null } };
    await client.patch(kindOf(object), { namespace, name }, { type: "merge", body }).catch(isGone);
  }
  await tenants.settled();
}

test("the first tenant has an object of each kind, with all the status that copies forge", async () => {
  const objects = await tenants.objectsOf("victim");
  expect(new Set(objects.map(({ kind }) => kind))).toEqual(new Set(tenantKinds.map(({ kind }) => kind)));
  expect(await tenants.environment.client.get(NotedMachine.kind, { namespace: "victim", name: "noted" })).toMatchObject(
    {
      status: { notes: 1, initialization: { provisioned: true } },
    },
  );
});

test("restarted managers reconcile the first tenant's objects without writing them", async () => {
  const before = await tenants.objectsOf("victim");
  const began = tenants.environment.requests().length;
  await tenants.restart();
  expect(tenants.writesIn("victim", began)).toEqual([]);
  expect(await tenants.objectsOf("victim")).toEqual(before);
  expect(tenants.reconciledByAuthor).toContain("victim/noted");
});

test("copies of all objects in another namespace, with forged metadata and status, change nothing", async () => {
  const before = await tenants.objectsOf("victim");
  const planted: number[] = [];
  const disturbed: number[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(forgery, { minLength: 5, maxLength: 40 }), async (forgeries) => {
      const began = tenants.environment.requests().length;
      const reconciled = tenants.reconciledByAuthor.length;
      planted.push(await plant(forgeries));
      await tenants.settled();
      // Nothing in the copies triggers the author's reconciler for the first tenant,
      const ofAuthor = tenants.reconciledByAuthor.slice(reconciled);
      expect(ofAuthor.filter((key) => key.startsWith("victim/"))).toEqual([]);
      // and when each of the first tenant's objects is reconciled alongside them, then the managers write nothing.
      await tenants.restart();
      await remove();
      expect(tenants.writesIn("victim", began)).toEqual([]);
      expect(await tenants.objectsOf("victim")).toEqual(before);
      disturbed.push(tenants.writesIn("evil", began).length);
    }),
    { numRuns: runs, endOnFailure: true },
  );
  // The copies existed, and the managers worked on them.
  expect(planted).toHaveLength(runs);
  expect(Math.min(...planted)).toBeGreaterThan(before.length / 2);
  expect(Math.max(...disturbed)).toBeGreaterThan(20);
});

test("the first tenant's deployment scales up, scales down and is deleted despite persistent copies", async () => {
  const { client, clock } = tenants.environment;
  const copy: Forgery = {
    isNamesake: false,
    owners: "kept",
    isController: true,
    other: 0,
    hasLabelsOfOther: false,
    finalizers: "own",
    hasStatus: true,
  };
  await plant([copy]);
  await tenants.settled();
  const key = { namespace: "victim", name: "web" };
  const workers = async () => {
    const { items } = await client.list(Machine, { namespace: "victim", labelSelector: "pool=web" });
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined).length;
  };
  const began = tenants.environment.requests().length;
  for (const replicas of [4, 1]) {
    await client.patch(MachineDeployment, key, { type: "merge", body: { spec: { replicas } } });
    await tenants.environment.until(`${replicas} Machines`, async () => (await workers()) === replicas);
  }
  // The comparison above would have detected these.
  expect(tenants.writesIn("victim", began).length).toBeGreaterThan(5);
  await client.delete(MachineDeployment, key);
  const isGone = async () => (await client.list(MachineDeployment, { namespace: "victim" })).items.length === 0;
  for (let second = 0; second < 300 && !(await isGone()); second += 1) await clock.advance({ seconds: 1 });
  expect(await isGone()).toBe(true);
  await remove();
});
