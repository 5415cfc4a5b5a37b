import { ApiServer } from "@capstan/apiserver";
import {
  ClusterV1Beta1,
  coreCRDs,
  type CustomResourceDefinition,
  type KubernetesObject,
  MachineDeploymentV1Beta1,
  MachineHealthCheckV1Beta1,
  MachineSetV1Beta1,
  MachineV1Beta1,
  type ResourceKind,
} from "@capstan/contract";
import { grantClusterRole, ofOldRelease } from "@capstan/harness/servers";
import {
  type Client,
  createClient,
  createLogger,
  CustomResourceDefinition as Definition,
  installCRDs,
  Manager,
} from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { migrateCoreStorage } from "../../src/api/migrate-core-storage.ts";
import { setupCoreControllers } from "../../src/index.ts";
import { servers, startProgram, startServer } from "./core-program.ts";

const namespace = "default";
const timeout = 30_000;

type Applied = KubernetesObject & { readonly spec?: object };

const selector = { matchLabels: { pool: "workers" } };
const machineSpec = {
  clusterName: "old",
  bootstrap: { dataSecretName: "data" },
  infrastructureRef: { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1", kind: "MockMachine", name: "old" },
};
const template = { metadata: { labels: selector.matchLabels }, spec: machineSpec };
const unhealthyConditions = [{ type: "Ready", status: "Unknown", timeout: "5m0s" }];

/** A valid spec for each kind whose CRD had another storage version. */
const specs: readonly (readonly [kind: ResourceKind<Applied>, spec: object])[] = [
  [ClusterV1Beta1, { clusterNetwork: { serviceDomain: "cluster.local" } }],
  [MachineV1Beta1, machineSpec],
  [MachineSetV1Beta1, { clusterName: "old", selector, template }],
  [MachineDeploymentV1Beta1, { clusterName: "old", selector, template }],
  [MachineHealthCheckV1Beta1, { clusterName: "old", selector, unhealthyConditions }],
];
const nameOf = ({ plural, group }: ResourceKind): string => `${plural}.${group}`;

/** A server with the CRDs of a Cluster API before v1.11, and an object of each kind, applied with two labels. */
async function startOldManagement(name: string) {
  const closing = new AsyncDisposableStack();
  const server = closing.use(await startServer(name));
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  closing.defer(() => client.close());
  await installCRDs(client, coreCRDs.map(ofOldRelease), { timeoutMs: timeout });
  for (const [kind] of specs) await apply(client, kind, { kept: "", removed: "" });
  return { server, client, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

/** Applies the object of a kind in v1beta1, as its user does. */
async function apply(client: Client, kind: ResourceKind<Applied>, labels: Readonly<Record<string, string>>) {
  const metadata = { name: "old", namespace };
  const spec = specs.find(([each]) => each === kind)?.[1];
  const body = { apiVersion: `${kind.group}/${kind.version}`, kind: kind.kind, metadata: { ...metadata, labels }, spec };
  return client.patch(kind, metadata, { type: "apply", body, force: true });
}

async function storedVersions(client: Client): Promise<(readonly string[] | undefined)[]> {
  const crds = await Promise.all(specs.map(([kind]) => client.get(Definition, { name: nameOf(kind) })));
  return crds.map(({ status }) => status?.storedVersions);
}

const objects = (client: Client) =>
  Promise.all(specs.map(([kind]) => client.get(kind, { name: "old", namespace })));

/** Starts a manager as `capstan-core` does; its controllers reconcile no objects, unless `watchFilter` is undefined. */
async function startControllers(closing: AsyncDisposableStack, client: Client, watchFilter?: string) {
  const lines: string[] = [];
  const logger = createLogger({ format: "json", write: (line) => void lines.push(line) });
  const filter = watchFilter === undefined ? {} : { watchFilter };
  const manager = closing.use(new Manager({ name: "core", client, logger, ...filter }));
  migrateCoreStorage(manager);
  setupCoreControllers(manager);
  await manager.start();
  return { manager, lines };
}

describe.each(servers)("objects that an earlier core has stored in v1beta1, on the %s server", (name) => {
  test("are stored in v1beta2 by capstan-core, unchanged, and keep their v1beta1 field managers", async () => {
    await using closing = new AsyncDisposableStack();
    const { client, server } = closing.use(await startOldManagement(name));
    const before = await objects(client);
    expect(await storedVersions(client)).toEqual(specs.map(() => ["v1beta1"]));

    // when it reconciles no objects, so that it writes nothing else
    closing.use(await startProgram(server, ["--watch-filter", "none-of-these"]));

    await expect.poll(() => storedVersions(client), { timeout }).toEqual(specs.map(() => ["v1beta2"]));
    const after = await objects(client);
    expect(after.map(({ spec }) => spec)).toEqual(before.map(({ spec }) => spec));
    expect(after.map(({ metadata }) => metadata.generation)).toEqual(before.map(({ metadata }) => metadata.generation));
    const writes = after.map(({ metadata }, index) => metadata.resourceVersion !== before[index]?.metadata.resourceVersion);
    expect(writes).toEqual(specs.map(() => true));
    // and a label that its user omits from the next manifest is removed
    for (const [kind] of specs) {
      const { metadata } = await apply(client, kind, { kept: "" });
      expect(metadata.labels).toEqual({ kept: "" });
    }
  });

  test("are not migrated if the CRDs store v1beta1", async () => {
    await using closing = new AsyncDisposableStack();
    const { client } = closing.use(await startOldManagement(name));
    await installCRDs(client, coreCRDs, { timeoutMs: timeout });
    await expect.poll(() => storedVersions(client), { timeout }).toEqual(specs.map(() => ["v1beta1", "v1beta2"]));
    await installCRDs(client, coreCRDs.map(storingV1Beta1), { timeoutMs: timeout });

    const { manager } = await startControllers(closing, client, "none-of-these");

    expect(manager.controllers.map((each) => each.name).filter((each) => each.startsWith("storage-of-"))).toEqual([]);
  });
});

function storingV1Beta1(crd: CustomResourceDefinition): CustomResourceDefinition {
  const versions = crd.spec.versions.map((version) => ({ ...version, storage: version.name === "v1beta1" }));
  return versions.length === 1 ? crd : { ...crd, spec: { ...crd.spec, versions } };
}

describe("a core without a right for the migration:", () => {
  const all = ["get", "list", "watch", "create", "update", "patch", "delete"];
  const ofKinds = { apiGroups: ["cluster.x-k8s.io", ""], resources: ["*"], verbs: all };
  const ofDefinitions = (...verbs: string[]) => ({
    apiGroups: ["apiextensions.k8s.io"],
    resources: ["customresourcedefinitions"],
    verbs,
  });

  test.each([
    ["patch the status of CRDs", ofDefinitions("get", "list", "watch"), "Objects remain stored in an earlier version"],
    ["get CRDs", ofDefinitions("list", "watch"), "Cannot check whether objects are stored in an earlier version"],
  ])("without the right to %s, warns and continues", async (_right, rule, warning) => {
    await using closing = new AsyncDisposableStack();
    const server = closing.use(await ApiServer.start());
    const admin = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    closing.defer(() => admin.close());
    await installCRDs(admin, coreCRDs.map(ofOldRelease));
    await admin.create(ClusterV1Beta1, {
      apiVersion: "cluster.x-k8s.io/v1beta1",
      kind: "Cluster",
      metadata: { name: "old", namespace },
      spec: { paused: true },
    });
    await installCRDs(admin, coreCRDs);
    await grantClusterRole(admin, "limited", [ofKinds, rule]);
    const client = createClient({ kubeconfig: server.kubeconfigFor("limited"), userAgent: "limited" });
    closing.defer(() => client.close());

    const { lines } = await startControllers(closing, client);

    const warnings = () => lines.filter((line) => line.includes('"level":"warn"') && line.includes(warning)).join("");
    await expect.poll(warnings, { timeout }).toContain("clusters.cluster.x-k8s.io");
    await expect
      .poll(async () => (await admin.get(ClusterV1Beta1, { name: "old", namespace })).metadata.finalizers, { timeout })
      .toEqual(["cluster.cluster.x-k8s.io"]);
    expect((await storedVersions(admin))[0]).toEqual(["v1beta1", "v1beta2"]);
  });
});
