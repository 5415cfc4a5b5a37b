import { readFileSync } from "node:fs";
import path from "node:path";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  type KubernetesObject,
  Machine,
  MachineDeployment,
  MachineHealthCheck,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import { allRunning, ManagementCluster, type Scene, servers } from "@capstan/harness/scenes";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { parseManifests } from "@capstan/kube";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const kinds: readonly ResourceKind[] = [
  Cluster,
  Machine,
  MachineSet,
  MachineDeployment,
  MachineHealthCheck,
  ...[KubeadmConfig, MockMachine].flatMap(({ kind, templateKind }) => [kind, templateKind]),
  MockCluster.kind,
];

const examples = ["quickstart/cluster", "quickstart/control-plane", "quickstart/workers", "machine-deployment/workers"];

/** As users write sets who rely on defaults: an empty selector, and a version without its `v`. */
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

/** Applies as GitOps tools do: on the server, and without force. */
async function apply(scene: Scene, objects: readonly KubernetesObject[], fieldManager: string): Promise<void> {
  for (const object of objects) {
    const kind = kinds.find((each) => each.kind === object.kind);
    if (kind === undefined) throw new Error(`The test does not know ${object.kind}.`);
    const key = scene.key(object.metadata.name);
    const body = { ...object, metadata: { ...object.metadata, namespace: key.namespace } };
    await scene.client.patch(kind, key, { type: "apply", body, fieldManager });
  }
}

describe.each(servers)("manifests that are applied again and again, on the %s server", (server) => {
  let management: ManagementCluster;
  beforeAll(async () => {
    management = await ManagementCluster.start(server);
  }, 60_000);
  afterAll(() => management[Symbol.asyncDispose]());

  test("meet no conflict, and change nothing, with two field managers in turn", { timeout: 180_000 }, async () => {
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
    await scene.until("all Machines Running", () => machines() > all && allRunning(scene, machines()), 120_000);

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
    expect(sets.filter(([, generation]) => generation !== 1)).toEqual([]);
  });
});
