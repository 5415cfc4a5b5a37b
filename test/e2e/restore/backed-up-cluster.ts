import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Cluster, Machine, MachineHealthCheck } from "@capstan/contract";
import { MockCloud, MockCluster } from "@capstan/infrastructure-mock";
import { apiVersionOf } from "@capstan/kube";
import { systemClock } from "@capstan/runtime";
import {
  allRunning,
  createCluster,
  createControlPlane,
  createWorkers,
  ManagementCluster,
  type ManagementOptions,
  type Scene,
  type ServerName,
} from "@capstan/harness/scenes";
import { kinds } from "./kinds.ts";

/** A cloud that outlives management clusters, and its resources. */
export class LastingCloud implements AsyncDisposable {
  readonly cloud: MockCloud;
  readonly #directory: string;

  private constructor(cloud: MockCloud, directory: string) {
    this.cloud = cloud;
    this.#directory = directory;
  }

  static async open(): Promise<LastingCloud> {
    const directory = mkdtempSync(path.join(tmpdir(), "lasting-cloud-"));
    const bootDuration = { minMilliseconds: 20, maxMilliseconds: 100 };
    const cloud = await MockCloud.open({ clock: systemClock, stateDirectory: directory, bootDuration });
    return new LastingCloud(cloud, directory);
  }

  /** The clusters and the servers that exist in it, as `namespace/cluster/machines/uid.json`. */
  contents(): string[] {
    const all = readdirSync(path.join(this.#directory, "clusters"), { recursive: true, encoding: "utf8" });
    return all.filter((file) => /machines\/[^/]+\.json$|cluster\.json$/.test(file)).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cloud.close();
    rmSync(this.#directory, { recursive: true });
  }
}

/** A management cluster whose provider uses this cloud. */
export function managementWith(
  server: ServerName,
  { cloud }: LastingCloud,
  options: Omit<ManagementOptions, "cloud"> = {},
): Promise<ManagementCluster> {
  return ManagementCluster.start(server, [], { ...options, cloud });
}

/** The Machines of {@link bringUp}. */
const machineCount = 3;

/** Cluster `c1` with a control plane Machine, a MachineDeployment of two and a health check, all Running. */
export async function bringUp(management: ManagementCluster): Promise<Scene> {
  const scene = await management.scene(kinds);
  await clusterOfThree(scene);
  await available(scene);
  await management.settled();
  return scene;
}

/** Resolves when all Machines are Running and the Cluster is Available. */
export async function available(scene: Scene): Promise<void> {
  await allRun(scene);
  await scene.until("Cluster Available", () => scene.condition(Cluster, "c1", "Available")?.status === "True");
}

/** Creates the objects that {@link bringUp} waits for. */
export async function clusterOfThree(scene: Scene): Promise<void> {
  await createCluster(scene, "c1", MockCluster.kind);
  await createControlPlane(scene, "cp", { cluster: "c1" });
  await createWorkers(scene, "w", { cluster: "c1", replicas: 2 });
  await scene.create({
    apiVersion: apiVersionOf(MachineHealthCheck),
    kind: "MachineHealthCheck",
    metadata: { name: "check" },
    spec: {
      clusterName: "c1",
      selector: { matchLabels: { deployment: "w" } },
      checks: { nodeStartupTimeoutSeconds: 600 },
    },
  } as MachineHealthCheck);
}

/** Resolves when all Machines are Running. */
export async function allRun(scene: Scene): Promise<void> {
  await scene.until("all Machines Running", () => allRunning(scene, machineCount));
}

/** The identities of the servers and their bootstrap data, by Machine. */
export function identities(scene: Scene): Record<string, unknown> {
  const machines = scene.list(Machine).map(({ metadata: { name }, spec, status }): [string, unknown] => {
    const data = scene.findSecret(spec.bootstrap.dataSecretName ?? "");
    const hash = createHash("sha256").update(JSON.stringify(data?.data)).digest("hex");
    return [name, { providerID: spec.providerID, node: status?.nodeRef?.name, data: hash }];
  });
  return Object.fromEntries(machines.sort(([left], [right]) => left.localeCompare(right)));
}

/** Deletes the Cluster, and resolves once the namespace is empty. */
export async function deleteCluster(scene: Scene): Promise<void> {
  await scene.client.delete(Cluster, scene.key("c1"));
  await scene.until("all objects deleted", () => leftIn(scene).length === 0);
}

/** The objects left in the namespace. */
export function leftIn(scene: Scene): string[] {
  const all = kinds.flatMap((kind) => scene.list(kind));
  return all
    .filter(({ metadata }) => metadata.name !== "kube-root-ca.crt")
    .map(({ kind, metadata }) => `${kind}/${metadata.name}`);
}
