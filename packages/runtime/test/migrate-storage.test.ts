import { ApiServer } from "@capstan/apiserver";
import { customResourceDefinition, type KubernetesObject } from "@capstan/contract";
import {
  type Client,
  createClient,
  createLogger,
  CustomResourceDefinition,
  defineKind,
  delegatingClient,
  installCRDs,
  Manager,
  migrateStorage,
  type StorageMigrationOptions,
} from "@capstan/runtime";
import { flowServers, grantClusterRole } from "@capstan/harness/servers";
import { RealApiServer } from "@capstan/testkit";
import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const spec = Type.Object({ size: Type.Optional(Type.String()) });
const status = Type.Object({});
const Widget = defineKind<KubernetesObject>({
  group: "example.io",
  version: "v2",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
});
const name = "widgets.example.io";

/** The API versions in which managedFields own fields of an object. */
function versionsOf(managedFields: readonly unknown[] = []): string[] {
  const versions = (managedFields as readonly { apiVersion?: string }[]).map(({ apiVersion }) => apiVersion ?? "");
  return [...new Set(versions)].toSorted();
}

/** The CRD of a release that stores its objects in the given version. */
const storing = (storage: "v1" | "v2") =>
  customResourceDefinition({
    group: Widget.group,
    kind: Widget.kind,
    versions: ["v1", "v2"].map((version) => ({ name: version, spec, status, storage: version === storage })),
  });

function migrations(startServer: () => Promise<ApiServer | RealApiServer>): void {
  let closing: AsyncDisposableStack;
  let server: ApiServer | RealApiServer;
  let client: Client;
  let logged: string[];

  beforeEach(async () => {
    closing = new AsyncDisposableStack();
    logged = [];
    server = closing.use(await startServer());
    client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
    closing.defer(() => client.close());
    await installCRDs(client, [storing("v1")]);
    for (const own of ["a", "b"]) await apply(own);
    await installCRDs(client, [storing("v2")]);
    // The real server switches to the new storage version a moment later.
    await expect.poll(async () => (await installed()).status?.storedVersions).toEqual(["v1", "v2"]);
  });
  afterEach(() => closing.disposeAsync());

  /** Applies an object in a version, which then owns the object's fields in that version. */
  async function apply(own: string, version = "v1"): Promise<void> {
    const metadata = { name: own, namespace: "default" };
    const body = { apiVersion: `example.io/${version}`, kind: "Widget", metadata, spec: { size: "small" } };
    await client.patch({ ...Widget, version }, metadata, { type: "apply", body, force: true });
  }

  const installed = () => client.get(CustomResourceDefinition, { name });

  /** Starts a manager that migrates the objects of the CRD; `patched`: names of the objects it has written, in order. */
  async function migrate(
    own: Client = client,
    options?: StorageMigrationOptions,
  ): Promise<{ readonly patched: string[]; readonly manager: Manager }> {
    const patched: string[] = [];
    const recorded: Client = {
      ...delegatingClient(own),
      patch: (kind, key, patch, options) => {
        patched.push(options?.subresource === undefined ? key.name : `${key.name}/${options.subresource}`);
        return own.patch(kind, key, patch, options);
      },
    };
    const logger = createLogger({ level: "info", format: "json", write: (line) => void logged.push(line) });
    const manager = closing.use(new Manager({ name: "widgets", client: recorded, logger }));
    migrateStorage(manager, await installed(), options);
    await manager.start();
    return { patched, manager };
  }

  async function untilMigrated(): Promise<void> {
    await expect.poll(async () => (await installed()).status?.storedVersions).toEqual(["v2"]);
  }

  /** Calls the function once before a patch of an object reaches the server. */
  function before(own: string, interfere: () => Promise<unknown>): Client {
    let isDone = false;
    return {
      ...delegatingClient(client),
      patch: async (kind, key, patch, options) => {
        if (key.name === own && !isDone) {
          isDone = true;
          await interfere();
        }
        return client.patch(kind, key, patch, options);
      },
    };
  }

  test("are rewritten once, with the same content, and the CRD's status shows it", async () => {
    const { items } = await client.list(Widget);
    const { patched } = await migrate();
    await untilMigrated();
    expect(patched.toSorted()).toEqual(["a", "b", `${name}/status`]);
    const after = (await client.list(Widget)).items;
    const content = (object: KubernetesObject) => ({ ...object, metadata: { name: object.metadata.name } });
    expect(after.map(content)).toEqual(items.map(content));
    expect(after.map(({ metadata }) => metadata.generation)).toEqual(items.map(({ metadata }) => metadata.generation));
    const versions = storing("v2").spec.versions.filter(({ storage }) => storage);
    await client.patch(CustomResourceDefinition, { name }, { type: "merge", body: { spec: { versions } } });
    // once no managedFields name a removed version, the remaining fields can be applied
    await expect.poll(() => apply("a", "v2").then(() => "applied", String)).toBe("applied");
    expect((await client.list(Widget)).items).toHaveLength(2);
  });

  test("may be written through their status, and stay owned in a version that is still served", async () => {
    await apply("b", "v2");
    const { patched } = await migrate(client, { throughStatus: true, keepServedOwners: true });
    await untilMigrated();
    expect(patched.toSorted()).toEqual(["a/status", "b/status", `${name}/status`]);
    const owned = (await client.list(Widget)).items.map(({ metadata }) => versionsOf(metadata.managedFields));
    expect(owned).toEqual([["example.io/v1"], ["example.io/v2"]]);
    const versions = storing("v2").spec.versions.filter(({ storage }) => storage);
    await client.patch(CustomResourceDefinition, { name }, { type: "merge", body: { spec: { versions } } });
    expect((await client.list(Widget)).items).toHaveLength(2);
  });

  test("are no longer owned in an unserved version, and are written through the object itself", async () => {
    const versions = storing("v2").spec.versions.map((version) => ({ ...version, served: version.storage }));
    await client.patch(CustomResourceDefinition, { name }, { type: "merge", body: { spec: { versions } } });
    const { patched } = await migrate(client, { throughStatus: true, keepServedOwners: true });
    await untilMigrated();
    expect(patched.toSorted()).toEqual(["a", "b", `${name}/status`]);
    const owned = (await client.list(Widget)).items.map(({ metadata }) => versionsOf(metadata.managedFields));
    expect(owned).toEqual([[], []]);
    expect(await apply("a", "v2").then(() => "applied", String)).toBe("applied");
  });

  test("are not written if none is in an earlier version", async () => {
    await migrate();
    await untilMigrated();
    const { patched, manager } = await migrate();
    expect(manager.controllers).toEqual([]);
    expect(patched).toEqual([]);
  });

  test("are read again if another client has written or deleted them meanwhile", async () => {
    const key = { namespace: "default", name: "a" };
    const other = { type: "merge", body: { spec: { size: "large" } } } as const;
    const { patched } = await migrate(
      before("a", async () => {
        await client.patch(Widget, key, other);
        await client.delete(Widget, { ...key, name: "b" });
      }),
    );
    await untilMigrated();
    expect(patched).toEqual(["a", "b", "a", `${name}/status`]);
    expect(await client.get(Widget, key)).toMatchObject(other.body);
  });

  test("do not count as migrated before every write succeeded; only failed writes are retried", async () => {
    const { patched } = await migrate(before("a", () => Promise.reject(new Error("broken"))));
    await untilMigrated();
    expect(patched).toEqual(["a", "b", "a", `${name}/status`]);
  });

  test("stay unchanged for a manager without the right, which logs a warning", async () => {
    await grantClusterRole(client, "limited", [
      { apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"], verbs: ["get"] },
      { apiGroups: [Widget.group], resources: ["widgets"], verbs: ["list"] },
    ]);
    const limited = createClient({ kubeconfig: await server.kubeconfigFor("limited"), userAgent: "limited" });
    closing.defer(() => limited.close());
    await migrate(limited);
    await expect
      .poll(() => logged.join("\n"))
      .toMatch(/"level":"warn".*Objects remain stored in an earlier version.*widgets/);
    expect((await installed()).status?.storedVersions).toEqual(["v1", "v2"]);
  });
}

describe("objects that were stored in an earlier version, on the embedded server", () => {
  migrations(() => ApiServer.start());
});

describe.runIf(flowServers.includes("real"))(
  "objects that were stored in an earlier version, on kube-apiserver",
  () => {
    migrations(() => RealApiServer.start({ rbac: true }));
  },
);
