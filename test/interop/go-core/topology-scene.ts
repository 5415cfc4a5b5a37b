import { readFile } from "node:fs/promises";
import path from "node:path";
import { Cluster, type KubernetesObject, labels } from "@capstan/contract";
import { parseManifests } from "@capstan/kube";
import { defineKind, Secret } from "@capstan/runtime";
import { ManagedControlPlane } from "../../../examples/control-plane-managed/src/api/managed-control-plane.ts";
import type { Scene } from "@capstan/harness/scenes";
import { joinScript } from "./boot.ts";
import { cloudToken } from "./cloud-machines.ts";
import type { ExamplePair } from "./example-pair.ts";

const classFile = path.resolve(
  import.meta.dirname,
  "../../../examples/rest-cloud-extension/templates/clusterclass-rest-cloud.yaml",
);

/** ClusterClasses, with what these tests read of them. */
export interface ClusterClass extends KubernetesObject {
  spec: { patches?: object[]; workers?: object; upgrade?: object };
  status?: { variables?: { name: string; definitions: { from: string }[] }[] };
}
export const ClusterClass = defineKind<ClusterClass>({
  group: "cluster.x-k8s.io",
  version: "v1beta2",
  kind: "ClusterClass",
  plural: "clusterclasses",
  namespaced: true,
});

interface ClassOptions {
  readonly serviceUrl: string;
  readonly cloudUrl: string;
  /** Whether the runtime extension's example patches the templates. Default: true. */
  readonly isPatched?: boolean;
  /** The handler that plans upgrades. Default: none, so that each upgrade has one step. */
  readonly upgradePlan?: string;
}

/** Creates the ClusterClass of the runtime extension's example, with its templates and the Secret of the cloud. */
export async function createClass(
  scene: Scene,
  pair: ExamplePair,
  { serviceUrl, cloudUrl, isPatched = true, upgradePlan }: ClassOptions,
): Promise<void> {
  const metadata = { name: "rest-cloud", namespace: scene.namespace };
  const template = async (kind: ReturnType<ExamplePair["kind"]>, spec: object): Promise<void> => {
    const apiVersion = `${kind.group}/${kind.version}`;
    await scene.client.create(kind, { apiVersion, kind: kind.kind, metadata, spec: { template: { spec } } } as never);
  };
  const inCloud = { url: cloudUrl, credentialsSecretName: "cloud", loadBalancer: false };
  await template(pair.kind("RestClusterTemplate"), inCloud);
  await template(pair.kind("RestMachineTemplate"), {});
  await template(pair.kind("ShellConfigTemplate"), { script: joinScript });
  await template(ManagedControlPlane.templateKind, { url: serviceUrl });
  await scene.client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "cloud", namespace: scene.namespace, labels: { [labels.clusterName]: "c1" } },
    data: { token: Buffer.from(cloudToken).toString("base64") },
  });
  const [read] = parseManifests(classFile, await readFile(classFile, "utf8")) as [ClusterClass];
  const { patches, ...spec } = read.spec;
  await scene.client.create(ClusterClass, {
    ...read,
    metadata,
    spec: {
      ...spec,
      ...(isPatched && patches !== undefined ? { patches } : {}),
      ...(upgradePlan === undefined ? {} : { upgrade: { external: { generateUpgradePlanExtension: upgradePlan } } }),
    },
  });
}

/** A Cluster of the class: one worker, replaced or updated without another one first. */
export async function createFromClass(scene: Scene, variables: readonly object[] = [], workers = 1): Promise<void> {
  const rollout = { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } };
  const md = { class: "worker", name: "md", replicas: workers, rollout };
  await scene.client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "c1", namespace: scene.namespace },
    spec: {
      topology: {
        classRef: { name: "rest-cloud" },
        version: "v1.36.0",
        ...(variables.length === 0 ? {} : { variables }),
        ...(workers === 0 ? {} : { workers: { machineDeployments: [md] } }),
      },
    },
  } as never);
}

/** Sets variables of the topology. */
export async function setVariables(scene: Scene, variables: Readonly<Record<string, unknown>>): Promise<void> {
  const list = Object.entries(variables).map(([name, value]) => ({ name, value }));
  await scene.client.patch(Cluster, scene.key("c1"), {
    type: "merge",
    body: { spec: { topology: { variables: list } } },
  });
}
