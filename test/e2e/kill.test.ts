import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { patienceMs } from "@capstan/harness/patience";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { type KubernetesObject, Machine } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { createClient, installCRDs, Secret } from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { applyManifests } from "../../packages/cli/src/demo/cluster-objects.ts";
import { mockKinds } from "../../packages/cli/src/demo/nodes/mock-nodes.ts";
import { resize } from "../../packages/cli/src/demo/manifests.ts";
import { loadManifests } from "../../packages/cli/src/manifests/load-manifests.ts";
import { Scene, type ServerName, servers } from "@capstan/harness/scenes";
import { ManagerProcess } from "./manager-process.ts";
import { coreCRDs } from "@capstan/harness/servers";

const quickstart = path.resolve(import.meta.dirname, "../../examples/quickstart");
const namespace = "default";

/** A server that can be killed and restarted with its stored state, at the same address. */
interface KillableServer extends AsyncDisposable {
  /** The path of the file. */
  readonly kubeconfig: string;
  killAndRestart(): Promise<void>;
}

async function startServer(choice: ServerName, folder: string): Promise<KillableServer> {
  const kubeconfig = path.join(folder, "kubeconfig");
  if (choice === "real") {
    const server = await RealApiServer.start({ controllerManager: true });
    await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
    return {
      kubeconfig,
      killAndRestart: () => server.restart(),
      [Symbol.asyncDispose]: () => server.stop(),
    };
  }
  const start = async (): Promise<ManagerProcess> => {
    const argv = ["--data-dir", path.join(folder, "data"), "--kubeconfig-out", kubeconfig];
    const started = new ManagerProcess("capstan-apiserver", argv);
    await started.prints(/Wrote a kubeconfig/);
    return started;
  };
  let process = await start();
  return {
    kubeconfig,
    killAndRestart: async () => {
      await process.end("SIGKILL");
      process = await start();
    },
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
}

/** Starts the three managers as processes, with the state of the previous ones. */
function startManagers(kubeconfig: string, stateDirectory: string, temporary: string): ManagerProcess[] {
  const options = { env: { TMPDIR: temporary } };
  return [
    new ManagerProcess("capstan-core", ["--kubeconfig", kubeconfig], options),
    new ManagerProcess("capstan-bootstrap-kubeadm", ["--kubeconfig", kubeconfig, "--install"], options),
    new ManagerProcess(
      "capstan-infrastructure-mock",
      ["--kubeconfig", kubeconfig, "--state-dir", stateDirectory],
      options,
    ),
  ];
}

const phaseCount = (scene: Scene, ...phases: string[]): number =>
  scene.list(Machine).filter((machine) => phases.includes(machine.status?.phase ?? "")).length;

const namesOf = (objects: readonly KubernetesObject[]): string[] => objects.map(({ metadata }) => metadata.name).sort();

/** For a busy machine; a stuck process has time enough to show it. */

/** When to kill, once the condition holds, and whether to kill the API server as well. */
const moments: readonly { what: string; isSo: (scene: Scene) => boolean; serverToo: boolean }[] = [
  {
    what: "a Machine has its bootstrap data",
    isSo: (scene) => phaseCount(scene, "Provisioning", "Provisioned", "Running") >= 1,
    serverToo: false,
  },
  { what: "the control plane is up", isSo: (scene) => phaseCount(scene, "Running") >= 1, serverToo: true },
  { what: "some are Running", isSo: (scene) => phaseCount(scene, "Running") >= 5, serverToo: false },
];

describe.each(servers)("kill -9 in the middle of provisioning, on the %s server", (choice) => {
  test("three kills, one with the API server: the same end, no duplicates, no losses", async () => {
    // given 3 control planes and 9 workers in progress
    await using cleanUp = new AsyncDisposableStack();
    const folder = await mkdtemp(path.join(tmpdir(), "capstan-kill-"));
    cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
    const server = cleanUp.use(await startServer(choice, folder));
    const temporary = await mkdtemp(path.join(folder, "tmp-"));
    const client = createClient({ kubeconfig: await readFile(server.kubeconfig, "utf8"), userAgent: "test" });
    cleanUp.defer(() => client.close());
    await installCRDs(client, [...coreCRDs, ...KubeadmConfig.crds, ...MockCluster.crds, ...MockMachine.crds]);
    const scene = cleanUp.use(await Scene.open(client, namespace));
    const start = (): ManagerProcess[] => {
      const managers = startManagers(server.kubeconfig, path.join(folder, "cloud"), temporary);
      managers.forEach((manager) => cleanUp.use(manager));
      return managers;
    };
    let managers = start();
    const manifests = resize(await loadManifests(quickstart), { controlPlanes: 3, workers: 9 });
    await applyManifests(client, manifests, { namespace, kinds: mockKinds, signal: AbortSignal.timeout(patienceMs) });

    // when they are killed at three moments, and restarted
    const providerIDs = new Map<string, string>();
    const runningAtKills: number[] = [];
    const until = async (what: string, isSo: () => boolean): Promise<void> => {
      const ended = managers.map(async (manager) => {
        await manager.ended();
        throw new Error("A manager has ended by itself");
      });
      try {
        await Promise.race([scene.until(what, isSo), ...ended]);
      } catch (error) {
        const said = managers.map(({ running, output }) => `${running ? "runs" : "has ended"}: ${output}`);
        throw new Error(`${what}: ${error instanceof Error ? error.message : ""}\n${said.join("\n")}`, {
          cause: error,
        });
      }
    };
    for (const { what, isSo, serverToo } of moments) {
      await until(what, () => isSo(scene));
      await Promise.all(managers.map((manager) => manager.end("SIGKILL")));
      if (serverToo) await server.killAndRestart();
      const { items } = await client.list(Machine, { namespace });
      runningAtKills.push(items.filter(({ status }) => status?.phase === "Running").length);
      for (const { metadata, spec } of items) {
        if (spec.providerID !== undefined) providerIDs.set(metadata.uid ?? "", spec.providerID);
      }
      managers = start();
    }

    // then provisioning was in progress, and all Machines become Running
    expect(runningAtKills[0]).toBeLessThan(12);
    await until("all Running", () => phaseCount(scene, "Running") === 12);

    // and each has one object of each kind, one data Secret, one Node
    const machines = (await client.list(Machine, { namespace })).items;
    const names = namesOf(machines);
    expect(names).toHaveLength(12);
    expect(namesOf((await client.list(KubeadmConfig.kind, { namespace })).items)).toEqual(names);
    expect(namesOf((await client.list(MockMachine.kind, { namespace })).items)).toEqual(names);
    const secrets = (await client.list(Secret, { namespace, labelSelector: "cluster.x-k8s.io/cluster-name" })).items;
    const ofTheCluster = ["ca", "etcd", "kubeconfig", "proxy", "sa"].map((purpose) => `quickstart-${purpose}`);
    expect(namesOf(secrets)).toEqual([...names, ...ofTheCluster].sort());
    const nodes = await scene.nodes("quickstart");
    expect(nodes.map(({ spec }) => spec?.providerID).sort()).toEqual(
      machines.map(({ spec }) => spec.providerID).sort(),
    );
    expect(new Set(machines.map(({ status }) => status?.nodeRef?.name)).size).toBe(12);
    // a server that was provisioned before a kill is still the same
    for (const { metadata, spec } of machines) {
      expect(spec.providerID).toBe(providerIDs.get(metadata.uid ?? "") ?? spec.providerID);
    }
    expect(managers.map((manager) => manager.running)).toEqual([true, true, true]);
    // and neither kills nor shutdown leave temporary files or locks behind
    expect(await readdir(path.join(folder, "cloud", "lock"))).toEqual(["socket"]);
    await Promise.all(managers.map((manager) => manager.end("SIGTERM")));
    expect(await readdir(path.join(folder, "cloud", "lock"))).toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
  });
});
