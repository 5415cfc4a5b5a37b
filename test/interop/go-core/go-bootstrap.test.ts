import { Cluster, type KubernetesObject, Machine, MachineDeployment, type ResourceKind } from "@capstan/contract";
import { bootstrapExecSucceeded, MockMachine } from "@capstan/infrastructure-mock";
import { Secret } from "@capstan/runtime";
import type { AuditEntry } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect } from "vitest";
import {
  allRunning,
  clusterObjects,
  createControlPlane,
  createWorkers,
  dataSecret,
  decoded,
  machineObjects,
  scaleWorkers,
  type Scene,
  sceneKinds,
  story,
} from "@capstan/harness/scenes";
import {
  byResource,
  goCoreAvailable,
  GoManagementCluster,
  ReferenceProviders,
  shownPerMachine,
  writesPerMachine,
} from "@capstan/harness/go";
import { quiet } from "./quiet.ts";
import { summarize } from "./summarize.ts";
import { serveUpstreamWebhooks } from "./upstream-webhooks.ts";

// The Go core retries an unreachable workload cluster only after 30 s.

/** ca, etcd, proxy and sa: the first created Secrets. */
const certificatesOfCluster = 4;

const watched: readonly ResourceKind[] = [...sceneKinds, MachineDeployment];
const owned = watched.filter((kind) => kind !== Secret);

describe.runIf(goCoreAvailable)("Capstan's mock infrastructure under the Go core and the Go bootstrap provider", () => {
  const closing = new AsyncDisposableStack();
  let management: GoManagementCluster;
  let providers: ReferenceProviders;
  /** The writes of the Go bootstrap provider in the scenario that Capstan's provider then gets. */
  let writesOfGo: readonly AuditEntry[] = [];
  let scene: Scene;
  beforeAll(async () => {
    management = closing.use(await GoManagementCluster.start({ with: ["bootstrap"] }));
    providers = closing.use(await ReferenceProviders.start(management, ["infrastructure-mock"]));
    scene = closing.use(await management.scene(watched));
  });
  afterAll(() => closing.disposeAsync());

  const step = story();

  step("machines join with genuine bootstrap data: one control plane, a MachineDeployment of 3, then 5", async () => {
    await fleetOfSix("c1");
    writesOfGo = forMachines(writesIn(management.provider("bootstrap").user, scene));
    expect(dataOf("c1")).toHaveLength(6);
  });

  step("genuine data lets another machine join; with another CA hash, or without its token, none", async () => {
    const genuine = dataOf("c1").find((data) => data.includes("kubeadm join")) ?? "";
    const hash = /sha256:[0-9a-f]{64}/.exec(genuine)?.[0] ?? "";
    const [tokenID = ""] = /\b[a-z0-9]{6}\.[a-z0-9]{16}\b/.exec(genuine)?.[0].split(".") ?? [];
    await joinWith("same-data", genuine);
    await scene.until("same-data: Joined", () => outcomeOf("same-data") === "Joined");

    await joinWith("other-hash", genuine.replace(hash, `sha256:${"0".repeat(64)}`));
    await scene.until("other-hash: CACertHashMismatch", () => outcomeOf("other-hash") === "CACertHashMismatch");

    const workload = await scene.workload("c1");
    await workload.delete(Secret, { namespace: "kube-system", name: `bootstrap-token-${tokenID}` });
    await joinWith("no-token", genuine);
    await scene.until("no-token: TokenNotFound", () => outcomeOf("no-token") === "TokenNotFound");
    await removeMachines("same-data", "other-hash", "no-token");
  });

  step("our provider takes over what the Go one has begun, and writes less", async () => {
    const secrets = secretsOf(scene);
    await management.provider("bootstrap").stop();
    closing.use(await serveUpstreamWebhooks(management.client));
    const ours = closing.use(await ReferenceProviders.start(management, ["bootstrap-kubeadm"]));
    const { user } = ours.get("bootstrap-kubeadm");
    await settled(user);
    expect(secretsOf(scene)).toEqual(secrets);
    const takenOver = writesIn(user, scene);

    await scaleWorkers(scene, "c1", 7);
    await scene.until("8 Machines Running", () => allRunning(scene, 8));
    await removeCluster("c1");

    const before = writesIn(user, scene).length;
    await fleetOfSix("c2");
    const writes = forMachines(writesIn(user, scene).slice(before));
    const perMachine = [writesOfGo, writes].map((entries) => writesPerMachine(entries, 6));
    summarize("bootstrap providers next to each other: 1 control plane, 3 then 5 workers", [
      `Go: writes per Machine ${shownPerMachine(writesOfGo, 6)}: ${byResource(writesOfGo)}`,
      `ours: writes per Machine ${shownPerMachine(writes, 6)}: ${byResource(writes)}`,
      `taking over 6 Machines: ${byResource(takenOver) || "no write"}`,
    ]);
    expect(perMachine[1]).toBeLessThan(perMachine[0] ?? 0);
    for (const name of [user, ...providers.users, management.provider("bootstrap").user]) {
      expect(management.refusalsOf(name), name).toBe("");
    }
  });

  /** A Cluster with a control plane Machine, and a MachineDeployment with the same name that scales from 3 to 5. */
  async function fleetOfSix(cluster: string): Promise<void> {
    await scene.create(...clusterObjects(cluster));
    await createControlPlane(scene, `${cluster}-cp`, { cluster });
    await createWorkers(scene, cluster, { cluster, replicas: 3 });
    await scene.until("4 Machines Running", () => allRunning(scene, 4));
    await scaleWorkers(scene, cluster, 5);
    await scene.until("6 Machines Running", () => allRunning(scene, 6));
    await settled(...providers.users);
  }

  /** Creates a worker of c1 with a user's bootstrap data. */
  async function joinWith(name: string, data: string): Promise<void> {
    await scene.create(dataSecret(`${name}-data`, "c1", data));
    await scene.create(...machineObjects(name, { cluster: "c1", dataSecretName: `${name}-data` }));
  }

  /** The boot result of a MockMachine. */
  function outcomeOf(name: string): string | undefined {
    return scene.condition(MockMachine.kind, name, bootstrapExecSucceeded)?.reason;
  }

  /** The bootstrap data of a Cluster's machines. */
  function dataOf(cluster: string): string[] {
    const all = scene.list(Secret).filter(({ metadata, data }) => metadata.name.startsWith(cluster) && data?.format);
    return all.map((secret) => decoded(secret, "value"));
  }

  async function removeMachines(...names: readonly string[]): Promise<void> {
    for (const name of names) await scene.client.delete(Machine, scene.key(name));
    const isGone = (kind: ResourceKind): boolean => names.every((name) => scene.find(kind, name) === undefined);
    await scene.until(`${names.join(", ")} deleted`, () => [Machine, MockMachine.kind].every(isGone));
  }

  async function removeCluster(name: string): Promise<void> {
    await scene.client.delete(Cluster, scene.key(name));
    const isGone = (kind: ResourceKind): boolean => scene.list<KubernetesObject>(kind).length === 0;
    await scene.until(`${name} deleted`, () => owned.every(isGone));
  }

  async function settled(...users: readonly string[]): Promise<void> {
    const everyone = [...users, management.core.user];
    await quiet(() => everyone.flatMap((user) => writesIn(user, scene)).length);
  }

  function writesIn(user: string, { namespace }: Scene): AuditEntry[] {
    return management.writesOf(user).filter(({ objectRef }) => objectRef?.namespace === namespace);
  }
});

/** The writes for the Machines of a Cluster, without the one-time cost of a Cluster: its lock, its certificates. */
function forMachines(entries: readonly AuditEntry[]): AuditEntry[] {
  const certificates = entries
    .filter(({ objectRef }) => objectRef?.resource === "secrets")
    .slice(0, certificatesOfCluster);
  return entries.filter((entry) => entry.objectRef?.resource !== "configmaps" && !certificates.includes(entry));
}

/** The current Secrets of a scene. */
function secretsOf(scene: Scene): string[] {
  return scene.list(Secret).map(({ metadata }) => `${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`);
}
