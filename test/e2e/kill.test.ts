import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { coreCRDs, Machine, type ResourceKind } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { Cache, type Client, createClient, installCRDs, Node, Secret } from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { applyManifests } from "../../packages/cli/src/demo/cluster-objects.ts";
import { loadManifests, resize } from "../../packages/cli/src/demo/manifests.ts";
import { ManagerProcess } from "./manager-process.ts";

const quickstart = path.resolve(import.meta.dirname, "../../examples/quickstart");
const namespace = "default";

/** Starts the three managers as processes, on the same state as the ones before. */
function startManagers(kubeconfig: string, stateDirectory: string): ManagerProcess[] {
  return [
    new ManagerProcess("capstan-core", ["--kubeconfig", kubeconfig]),
    new ManagerProcess("capstan-bootstrap-kubeadm", ["--kubeconfig", kubeconfig]),
    new ManagerProcess("capstan-infrastructure-mock", ["--kubeconfig", kubeconfig, "--state-dir", stateDirectory]),
  ];
}

/** Resolves when `condition` holds for the Machines, at each change of one; rejects after `timeoutMs`. */
async function machinesUntil(
  client: Client,
  timeoutMs: number,
  condition: (machines: readonly Machine[]) => boolean,
): Promise<void> {
  const cache = new Cache({ client, namespaces: [namespace] });
  const machines = cache.informer(Machine);
  const signal = AbortSignal.timeout(timeoutMs);
  cache.start();
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener("abort", () => {
        const phases = machines.list().map((machine) => `${machine.metadata.name} ${machine.status?.phase ?? "-"}`);
        reject(new Error(`not so after ${timeoutMs} ms: ${phases.join(", ")}`));
      });
      machines.onEvent(() => {
        if (condition(machines.list() as readonly Machine[])) resolve();
      });
    });
  } finally {
    await cache.stop();
  }
}

const phaseCount = (machines: readonly Machine[], ...phases: string[]): number =>
  machines.filter((machine) => phases.includes(machine.status?.phase ?? "")).length;

async function namesOf(client: Client, kind: ResourceKind, labelSelector?: string): Promise<string[]> {
  const { items } = await client.list(kind, { namespace, ...(labelSelector === undefined ? {} : { labelSelector }) });
  return items.map((item) => item.metadata.name).sort();
}

describe.runIf(process.env.KUBEBUILDER_ASSETS)(
  "kill -9 of the managers in the middle of provisioning, on the real API server",
  () => {
    test("ends in the same state after a restart: nothing twice, nothing lost", { timeout: 180_000 }, async () => {
      // given 3 control planes and 9 workers under way
      const folder = await mkdtemp(path.join(tmpdir(), "capstan-kill-"));
      await using cleanUp = new AsyncDisposableStack();
      cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
      const server = cleanUp.use(await RealApiServer.start({ controllerManager: true }));
      const kubeconfig = path.join(folder, "kubeconfig");
      await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
      const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
      cleanUp.defer(() => client.close());
      await installCRDs(client, [...coreCRDs, ...KubeadmConfig.crds, ...MockCluster.crds, ...MockMachine.crds]);
      const manifests = resize(await loadManifests(quickstart), { controlPlanes: 3, workers: 9 });
      const first = startManagers(kubeconfig, path.join(folder, "cloud"));
      first.forEach((manager) => cleanUp.use(manager));
      await applyManifests(client, manifests, { namespace, signal: AbortSignal.timeout(30_000) });

      // when they are killed with one Machine Running and others provisioned but not there yet, and started again
      await machinesUntil(
        client,
        60_000,
        (machines) => phaseCount(machines, "Provisioning", "Provisioned") >= 2 && phaseCount(machines, "Running") >= 1,
      );
      await Promise.all(first.map((manager) => manager.end("SIGKILL")));
      const atTheKill = (await client.list(Machine, { namespace })).items;
      const second = startManagers(kubeconfig, path.join(folder, "cloud"));
      second.forEach((manager) => cleanUp.use(manager));

      // then it was in the middle, and all Machines become Running
      expect(phaseCount(atTheKill, "Running")).toBeLessThan(12);
      await machinesUntil(
        client,
        90_000,
        (machines) => machines.length === 12 && phaseCount(machines, "Running") === 12,
      );

      // and each has one object of each kind, one data Secret, one Node of its own
      const machineNames = await namesOf(client, Machine);
      expect(await namesOf(client, KubeadmConfig.kind)).toEqual(machineNames);
      expect(await namesOf(client, MockMachine.kind)).toEqual(machineNames);
      const secrets = await namesOf(client, Secret, "cluster.x-k8s.io/cluster-name");
      const clusterSecrets = ["ca", "etcd", "kubeconfig", "proxy", "sa"].map((purpose) => `quickstart-${purpose}`);
      expect(secrets).toEqual([...machineNames, ...clusterSecrets].sort());
      const workloadKubeconfig = await client.get(Secret, { namespace, name: "quickstart-kubeconfig" });
      const workload = createClient({
        kubeconfig: Buffer.from(workloadKubeconfig.data?.value ?? "", "base64").toString(),
        userAgent: "test",
      });
      cleanUp.defer(() => workload.close());
      const nodes = (await workload.list(Node)).items;
      const machines = (await client.list(Machine, { namespace })).items;
      expect(nodes.map((node) => node.spec?.providerID).sort()).toEqual(
        machines.map((machine) => machine.spec.providerID).sort(),
      );
      expect(new Set(machines.map((machine) => machine.status?.nodeRef?.name)).size).toBe(12);
      // what was provisioned before the kill is still the same server
      for (const before of atTheKill.filter((machine) => machine.spec.providerID !== undefined)) {
        const after = machines.find((machine) => machine.metadata.uid === before.metadata.uid);
        expect(after?.spec.providerID).toBe(before.spec.providerID);
      }
      expect(second.map((manager) => manager.running)).toEqual([true, true, true]);
    });
  },
);
