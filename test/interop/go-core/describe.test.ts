import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { patienceMs } from "@capstan/harness/patience";
import { Cluster, type KubernetesObject, Machine, MachineDeployment } from "@capstan/contract";
import { MockMachine } from "@capstan/infrastructure-mock";
import { apiVersionOf } from "@capstan/kube";
import { installCRDs } from "@capstan/runtime";
import { upstreamCRDs } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clusterObjects, createWorkers, ManagementCluster, type Scene } from "@capstan/harness/scenes";
import { createKubeadmControlPlane, KubeadmControlPlane } from "./kubeadm-control-plane.ts";

const run = promisify(execFile);
const assets = process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "";
const hook = "pre-terminate.delete.hook.machine.cluster.x-k8s.io/backup";
const patience = { timeout: patienceMs };

describe.runIf(assets !== "")("capstan describe compared with clusterctl describe", () => {
  const closing = new AsyncDisposableStack();
  let management: ManagementCluster;
  let kubeconfig: string;
  beforeAll(async () => {
    management = closing.use(await ManagementCluster.start("embedded"));
    // clusterctl reads MachinePools even if there are none.
    const pools = upstreamCRDs("core").filter(({ spec }) => spec.names.kind === "MachinePool");
    await installCRDs(management.client, [...pools, ...upstreamCRDs("controlplane")], { timeoutMs: 60_000 });
    const folder = await mkdtemp(path.join(tmpdir(), "capstan-describe-"));
    closing.defer(() => rm(folder, { recursive: true }));
    kubeconfig = path.join(folder, "kubeconfig");
    await writeFile(kubeconfig, management.kubeconfig, { mode: 0o600 });
  });
  afterAll(() => closing.disposeAsync());

  const clusterctl = path.join(assets, "clusterctl");
  const capstan = path.resolve(import.meta.dirname, "../../../packages/cli/src/main.ts");

  async function output(program: string, ...args: string[]): Promise<string> {
    const env = { ...process.env, NO_COLOR: "1" };
    return (await run(program, [...args, "--kubeconfig", kubeconfig], { env })).stdout;
  }

  /** Resolves with the output of capstan describe once it contains every object of clusterctl describe with all options. */
  async function complete(scene: Scene): Promise<string> {
    const ours = ["--conditions=source", capstan, "describe", "cluster", "c1", "-n", scene.namespace];
    const theirs = ["describe", "cluster", "c1", "-n", scene.namespace];
    const options = ["--show-templates", "--show-machinesets", "--echo", "--grouping=false"];
    await expect
      .poll(async () => {
        const [shown, tree] = await Promise.all([
          output(process.execPath, ...ours, "--all", "--show-templates"),
          output(clusterctl, ...theirs, ...options),
        ]);
        const objects = tree.matchAll(new RegExp(`(\\w+) ${scene.namespace}/([-.\\w]+)`, "g"));
        const names = [...objects].map(([, kind = "", name = ""]) => `${kind}/${name}`);
        return names.length < 4 ? names : names.filter((name) => !shown.includes(name));
      })
      .toEqual([]);
    return output(process.execPath, ...ours);
  }

  test("shows the same objects, and their causes: startup, rollout, broken template, held deletion, pause", async () => {
    // given a Cluster whose control plane object has not created any Machine
    await using scene = await management.scene();
    const controlPlaneRef = { apiGroup: KubeadmControlPlane.group, kind: KubeadmControlPlane.kind, name: "cp" };
    await scene.create(...clusterObjects("c1", { controlPlaneRef }));
    await createKubeadmControlPlane(scene, "cp", { replicas: 1, version: "v1.36.0" });
    await createWorkers(scene, "md", { cluster: "c1", replicas: 2 });
    const workers = () => scene.list<Machine>(Machine);

    // then its workers show their missing precondition
    const provisioning = `KubeadmControlPlane ${scene.namespace}/cp is provisioning`;
    await expect.poll(() => complete(scene), patience).toContain(provisioning);
    expect(workers()).toEqual([]);

    // and when a control plane Machine exists, each Machine does
    const body = { status: { version: "v1.36.0" } };
    await scene.client.patch(KubeadmControlPlane, scene.key("cp"), { type: "merge", body }, { subresource: "status" });
    await scene.until("2 workers", () => workers().length === 2);
    await expect.poll(() => complete(scene), patience).toMatch(/Machine\/md-.* Pending [^]*… waits for bootstrap data/);

    // and a rollout in progress
    const { templateKind } = MockMachine;
    await scene.client.create(templateKind, {
      apiVersion: apiVersionOf(templateKind),
      kind: templateKind.kind,
      metadata: scene.key("other"),
      spec: { template: { spec: {} } },
    } as KubernetesObject);
    const rollTo = (name: string) =>
      scene.client.patch(MachineDeployment, scene.key("md"), {
        type: "merge",
        body: { spec: { template: { spec: { infrastructureRef: { name } } } } },
      });
    await rollTo("other");
    await expect.poll(() => complete(scene), patience).toContain("↻ RollingOut");

    // and a missing template
    await rollTo("none");
    await expect.poll(() => complete(scene), patience).toContain("MockMachineTemplate none does not exist");

    // and a deletion that a hook delays
    const key = scene.key(workers()[0]?.metadata.name ?? "");
    await scene.client.patch(Machine, key, { type: "merge", body: { metadata: { annotations: { [hook]: "me" } } } });
    await scene.client.delete(Machine, key);
    await expect.poll(() => complete(scene), patience).toMatch(/↻ Deleting \(WaitingForPreTerminateHook\)/);

    // and a pause
    await scene.client.patch(Cluster, scene.key("c1"), { type: "merge", body: { spec: { paused: true } } });
    await expect.poll(() => complete(scene), patience).toMatch(/^│ +paused, since/m);
  });
});
