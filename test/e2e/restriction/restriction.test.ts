import { patienceMs } from "@capstan/harness/patience";
import { Cluster, type KubernetesObject, labels, Machine } from "@capstan/contract";
import type { AuditEntry } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { clusterObjects, machineObjects, type Scene } from "@capstan/harness/scenes";
import { type RestrictedManagers, RestrictedManagement } from "./restricted-management.ts";

const hasServer = (process.env.KUBEBUILDER_ASSETS ?? "") !== "";

/** The cluster-scoped requests that a manager may send: CRDs, and with a prefix Namespaces and whether it may list. */
const everywhere = ["customresourcedefinitions"];
const withPrefix = [...everywhere, "namespaces", "selfsubjectaccessreviews"];

let management: RestrictedManagement;

/** A Cluster with one Machine; both have the same name. */
function manifests(name: string, watchFilter?: string): KubernetesObject[] {
  const objects = [...clusterObjects(name), ...machineObjects(name, { cluster: name, controlPlane: true })];
  if (watchFilter === undefined) return objects;
  return objects.map((object) => ({
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, [labels.watchFilter]: watchFilter } },
  }));
}

/** A namespace with a Cluster and a Machine, both called c, that no manager has served yet. */
async function populated(cleanUp: AsyncDisposableStack, name: string): Promise<Scene> {
  await management.createNamespace(name);
  const scene = cleanUp.use(await management.scene(name));
  await scene.create(...manifests("c"));
  return scene;
}

/** Cluster-scoped resources that the managers have requested. */
function clusterWide(requests: readonly AuditEntry[]): string[] {
  const asked = requests.filter(({ objectRef }) => objectRef?.namespace === undefined || isOfNamespaces(objectRef));
  return [...new Set(asked.map(({ objectRef, requestURI }) => objectRef?.resource ?? requestURI))].toSorted();
}

/** The audit log names the namespace of a Namespace itself. */
function isOfNamespaces({ resource }: NonNullable<AuditEntry["objectRef"]>): boolean {
  return resource === "namespaces";
}

/** Fails if the managers have read or written anything outside of these namespaces, or if any request was refused. */
function expectConfined(managers: RestrictedManagers, namespaces: readonly string[], allowed = everywhere): void {
  const requests = management.requestsOf(managers);
  const refused = requests.filter(({ responseStatus }) => [401, 403].includes(responseStatus?.code ?? 0));
  expect(refused.map(({ verb, requestURI }) => `${verb} ${requestURI}`)).toEqual([]);
  const visited = requests.flatMap(({ objectRef }) => objectRef?.namespace ?? []);
  expect([...new Set(visited)].toSorted()).toEqual(namespaces.toSorted());
  expect(clusterWide(requests)).toEqual(allowed.toSorted());
}

/** Fails if the Cluster or the Machine has changed since its creation. */
async function expectUntouched(scene: Scene, name = "c"): Promise<void> {
  for (const kind of [Cluster, Machine]) {
    const object = await management.client.get<KubernetesObject & { status?: unknown }>(kind, scene.key(name));
    expect(object.metadata.finalizers).toBeUndefined();
    expect(object.status).toBeUndefined();
  }
}

/** Creates the accounts with their cluster-wide permissions, in a separate namespace. */
async function install(system: string): Promise<void> {
  await management.createNamespace(system);
  await management.grant("Roles", system);
}

describe.runIf(hasServer)("restricted managers on a real API server with RBAC and the documented roles", () => {
  beforeAll(async () => {
    management = await RestrictedManagement.start();
  });

  afterAll(async () => {
    await management[Symbol.asyncDispose]();
  });

  test("S096 S099 S130 --namespace with one namespace: the managers read nothing outside it", async () => {
    await using cleanUp = new AsyncDisposableStack();
    await install("one-system");
    const inside = await populated(cleanUp, "one");
    const outside = await populated(cleanUp, "another");
    await management.grant("One namespace", "one-system", { alpha: "one" });
    const managers = cleanUp.use(await management.run("one-system", ["--namespace", "one"]));

    await inside.running("c");

    expectConfined(managers, ["one"]);
    await expectUntouched(outside);
  });

  test("S098 S099 S130 --namespace with a list: the managers serve exactly these namespaces", async () => {
    await using cleanUp = new AsyncDisposableStack();
    await install("list-system");
    const first = await populated(cleanUp, "listed-a");
    const second = await populated(cleanUp, "listed-b");
    const outside = await populated(cleanUp, "listed-c");
    await management.grant("Several namespaces", "list-system", { alpha: "listed-a", beta: "listed-b" });
    const managers = cleanUp.use(await management.run("list-system", ["--namespace", "listed-a,listed-b"]));

    await first.running("c");
    await second.running("c");

    expectConfined(managers, ["listed-a", "listed-b"]);
    await expectUntouched(outside);
  });

  test("S097 S099 S130 --namespace with a prefix: managers serve a new namespace once it has a RoleBinding", async () => {
    await using cleanUp = new AsyncDisposableStack();
    await install("prefix-system");
    await management.grant("A prefix", "prefix-system");
    const early = await populated(cleanUp, "team-a");
    const outside = await populated(cleanUp, "teamless");
    await management.grant("One namespace", "prefix-system", { alpha: "team-a" });
    const managers = cleanUp.use(await management.run("prefix-system", ["--namespace", "team-*"]));
    await early.running("c");

    // when a namespace appears, then its objects are not reconciled and no request is refused until it has a RoleBinding
    const late = await populated(cleanUp, "team-b");
    const isAsked = ({ requestURI }: AuditEntry) => requestURI.includes("selfsubjectaccessreviews");
    const asked = management.requestsOf(managers).filter(isAsked).length;
    await vi.waitUntil(() => management.requestsOf(managers).filter(isAsked).length >= asked + 3, {
      timeout: patienceMs,
    });
    expectConfined(managers, ["team-a"], withPrefix);
    await management.grant("One namespace", "prefix-system", { alpha: "team-b" });
    await late.running("c");

    expectConfined(managers, ["team-a", "team-b"], withPrefix);
    await expectUntouched(outside);
  });

  test("--watch-filter: managers neither write nor request by name any object without the label", async () => {
    await using cleanUp = new AsyncDisposableStack();
    await install("filter-system");
    const shared = await populated(cleanUp, "filtered");
    await shared.create(...manifests("blue", "blue"), ...manifests("green", "green"));
    await management.grant("A watch filter", "filter-system", { shared: "filtered" });
    const flags = ["--namespace", "filtered", "--watch-filter", "blue"];
    const managers = cleanUp.use(await management.run("filter-system", flags));

    await shared.running("blue");

    expectConfined(managers, ["filtered"]);
    const named = management.requestsOf(managers).flatMap(({ objectRef }) => objectRef?.name ?? []);
    expect(named.filter((name) => /^(c|green)(-|$)/.test(name))).toEqual([]);
    await expectUntouched(shared, "c");
    await expectUntouched(shared, "green");
  });
});
