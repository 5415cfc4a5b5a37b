import { readFileSync } from "node:fs";
import path from "node:path";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  type KubernetesObject,
  Machine,
  MachineDeployment,
  MachineDrainRule,
  MachineHealthCheck,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import { allRunning, ManagementCluster, type Scene, servers } from "@capstan/harness/scenes";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { areOwnCRDs, coreCRDs } from "@capstan/harness/servers";
import { parseManifests } from "@capstan/kube";
import { isApiError } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawnManifests } from "./drawn-manifests.ts";

const kinds: readonly ResourceKind[] = [
  Cluster,
  Machine,
  MachineSet,
  MachineDeployment,
  MachineHealthCheck,
  MachineDrainRule,
  ...[KubeadmConfig, MockMachine, MockCluster].flatMap(({ kind, templateKind }) => [kind, templateKind]),
];

/** The kinds of the core and of the reference providers, with their Templates. */
const definitions = [
  ...coreCRDs.filter(({ spec }) => kinds.some(({ kind }) => kind === spec.names.kind)),
  ...[KubeadmConfig, MockMachine, MockCluster].flatMap(({ crds }) => crds),
];

const examples = ["quickstart/cluster", "quickstart/control-plane", "quickstart/workers", "machine-deployment/workers"];

/** MachineDeployments and similar sets that rely on defaults: with an empty selector, and a version without its `v`. */
const reliesOnDefaults = ["MachineDeployment", "MachineSet"]
  .map(
    (kind) => `
apiVersion: cluster.x-k8s.io/v1beta2
kind: ${kind}
metadata: { name: plain-${kind.toLowerCase()} }
spec:
  clusterName: quickstart
  replicas: 1
  selector: {}
  template:
    spec:
      clusterName: quickstart
      version: 1.36.0
      bootstrap:
        configRef: { apiGroup: bootstrap.cluster.x-k8s.io, kind: KubeadmConfigTemplate, name: plain }
      infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: MockMachineTemplate, name: plain }
`,
  )
  .concat(
    `
apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
kind: KubeadmConfigTemplate
metadata: { name: plain }
spec: { template: { spec: { format: cloud-config } } }
`,
    `
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: MockMachineTemplate
metadata: { name: plain }
spec: { template: { spec: {} } }
`,
    `
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineHealthCheck
metadata: { name: plain }
spec: { clusterName: quickstart, selector: { matchLabels: { a: b } }, checks: { nodeStartupTimeoutSeconds: 600 } }
`,
  )
  .join("---");

function manifests(): KubernetesObject[] {
  const ofExamples = examples.map((name) =>
    readFileSync(path.join(import.meta.dirname, `../../examples/${name}.yaml`), "utf8"),
  );
  return [...ofExamples, reliesOnDefaults].flatMap((yaml) => parseManifests("manifests", yaml) as KubernetesObject[]);
}

function kindNamed(name: string | undefined): ResourceKind {
  const kind = kinds.find((each) => each.kind === name);
  if (kind === undefined) throw new Error(`The test does not know ${name ?? "an object without a kind"}.`);
  return kind;
}

/** Applies as GitOps tools do: with server-side apply, and without force. */
async function apply(
  scene: Scene,
  objects: readonly KubernetesObject[],
  fieldManager: string,
  options: { readonly dryRun?: boolean } = {},
): Promise<void> {
  for (const object of objects) {
    const kind = kindNamed(object.kind);
    const key = scene.key(object.metadata.name);
    const body = { ...object, metadata: { ...object.metadata, namespace: key.namespace } };
    await scene.client.patch(kind, key, { type: "apply", body, fieldManager }, options);
  }
}

describe.each(servers)("manifests that two field managers apply repeatedly in turn, on the %s server", (server) => {
  let management: ManagementCluster;
  beforeAll(async () => {
    management = await ManagementCluster.start(server);
  });
  afterAll(() => management[Symbol.asyncDispose]());

  test("cause no conflict, and keep every generation", async () => {
    await using scene = await management.scene(kinds);
    const objects = manifests();
    const generations = (): Record<string, number | undefined> =>
      Object.fromEntries(
        objects.map(({ kind, metadata: { name } }) => {
          const stored = scene.list<KubernetesObject>(kinds.find((each) => each.kind === kind) ?? Cluster);
          return [`${kind} ${name}`, stored.find(({ metadata }) => metadata.name === name)?.metadata.generation];
        }),
      );
    await apply(scene, objects, "one");
    const machines = () => scene.list<Machine>(Machine).length;
    const all = objects.filter(({ kind }) => kind === "Machine").length;
    await scene.until("all Machines Running", () => machines() > all && allRunning(scene, machines()));

    const before = generations();
    for (let time = 0; time < 9; time += 1) {
      await apply(scene, objects, "two");
      await apply(scene, objects, "one");
    }
    await management.settled();

    expect(generations()).toEqual(before);
    const sets = Object.entries(before).filter(([name]) =>
      /^(MachineDeployment|MachineSet|\w+Template|\w+Check) /.test(name),
    );
    expect(sets.length).toBeGreaterThan(6);
    // The core has added labels to the selectors that were empty.
    const selecting = /^Machine(Deployment|Set) /;
    expect(sets.filter(([name]) => selecting.test(name)).length).toBeGreaterThan(2);
    const first = (name: string) => (areOwnCRDs && selecting.test(name) ? 2 : 1);
    expect(sets.filter(([name, generation]) => generation !== first(name))).toEqual([]);
  });

  test("keep every generation for random content that their schemas admit", async () => {
    await using scene = await management.scene(kinds);
    const drawn = definitions.flatMap((crd, index) => drawnManifests(crd, "drawn", 40, 20_261_126 + index));
    const admitted = await admittedOf(scene, drawn);
    expect(Object.entries(countsOf(admitted)).filter(([, count]) => count < 3)).toEqual([]);
    expect(Object.keys(countsOf(admitted))).toHaveLength(definitions.length);

    await apply(scene, admitted, "one");
    await management.settled();
    const before = await generationsOf(scene, admitted);
    for (let time = 0; time < 9; time += 1) await apply(scene, admitted, time % 2 === 0 ? "two" : "one");
    await management.settled();

    expect(await generationsOf(scene, admitted)).toEqual(before);
    expect(Object.entries(before).filter(([, generation]) => generation !== 1)).toEqual([]);
  });
});

/** The objects that the server would admit. */
async function admittedOf(scene: Scene, objects: readonly KubernetesObject[]): Promise<KubernetesObject[]> {
  const answers = await Promise.all(
    objects.map(async (object) => {
      try {
        await apply(scene, [object], "one", { dryRun: true });
        return [object];
      } catch (error) {
        if (isApiError(error) && error.status === 422) return [];
        throw error;
      }
    }),
  );
  return answers.flat();
}

function countsOf(objects: readonly KubernetesObject[]): Record<string, number> {
  const kindsOf = Map.groupBy(objects, ({ kind }) => kind);
  return Object.fromEntries([...kindsOf].map(([kind, all]) => [kind, all.length]));
}

async function generationsOf(
  scene: Scene,
  objects: readonly KubernetesObject[],
): Promise<Record<string, number | undefined>> {
  const stored = await Promise.all(
    objects.map(async ({ kind, metadata: { name } }) => {
      const { metadata } = await scene.client.get(kindNamed(kind), scene.key(name));
      return [`${kind} ${name}`, metadata.generation] as const;
    }),
  );
  return Object.fromEntries(stored);
}
