import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";
import {
  Cluster,
  type KubernetesObject,
  Machine,
  MachineDeployment,
  providerTypes,
  type ResourceKind,
} from "@capstan/contract";
import { goCoreAvailable, GoManagementCluster } from "@capstan/harness/go";
import { allRunning, type Scene } from "@capstan/harness/scenes";
import { applyYAML, untilCoreMayUse } from "@capstan/testkit";
import { yamlOf } from "@capstan/provider/release";
import { deleteUpstreamWebhooks } from "../interop/clusterctl/delete-upstream-webhooks.ts";
import { writeLocalRepository } from "../interop/clusterctl/local-repository.ts";
import { InstalledRelease } from "./installed-release.ts";
import { playKubelets } from "./play-kubelets.ts";
import { groupOf, type Role } from "./project.ts";
import type { Steps } from "./steps.ts";
import { workload } from "./workload.ts";

const everyone = "all";
const watched: readonly ResourceKind[] = [Cluster, Machine, MachineDeployment];

/**
 * Makes clusterctl install the releases of projects on a real API server with the Go core, and runs their managers: Machines become
 * Running, and are deleted. The managers run like under kubelet; cert-manager, the network and the kubelets of the workload cluster are
 * simulated.
 */
export async function runReleases(projects: ReadonlyMap<Role, string>, folder: string, steps: Steps): Promise<void> {
  if (!goCoreAvailable) throw new Error("There are no reference builds.");
  await using closing = new AsyncDisposableStack();
  const configuration = await writeConfiguration(projects, folder);
  const management = closing.use(await install(configuration, folder, steps));
  const service = closing.use(await ApiServer.start());
  const kubeconfig = path.join(folder, "workload.kubeconfig");
  await writeFile(kubeconfig, service.kubeconfig, { mode: 0o600 });
  const releases: InstalledRelease[] = [];
  await steps.timed(everyone, "the managers run", 0, async () => {
    for (const [role, project] of projects) {
      const release = {
        label: `${role}-hello`,
        main: path.join(project, "dist/main.js"),
        certificates: path.join(project, "serving-certs"),
        environment: { HELLO_KUBECONFIG: kubeconfig },
      };
      releases.push(closing.use(await InstalledRelease.start(management, release)));
      await untilCoreMayUse(management.client, groupOf(role));
    }
  });
  await using scene = await management.scene(watched);
  closing.use(await playKubelets(management, service, scene.namespace));
  try {
    await liveAndDie(scene, steps);
  } catch (error) {
    throw new Error(`The releases do not work:\n${releases.map(({ output }) => output).join("\n")}`, { cause: error });
  }
  for (const { user } of releases) {
    const refused = management.refusalsOf(user);
    if (refused !== "") throw new Error(`${user} was refused: ${refused}`);
  }
}

async function writeConfiguration(projects: ReadonlyMap<Role, string>, folder: string): Promise<string> {
  const repository = path.join(folder, "repository");
  await mkdir(repository);
  const others = [...projects].map(([role, project]) => {
    const url = path.join(project, `release/${role}-hello/v0.1.0/${role}-components.yaml`);
    return { name: "hello", type: providerTypes[role].clusterctlName, url };
  });
  return writeLocalRepository(repository, process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "", others);
}

/** Runs `clusterctl init`, and the Go core with the installed providers. */
function install(configuration: string, folder: string, steps: Steps): Promise<GoManagementCluster> {
  const program = path.join(process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "", "clusterctl");
  const kubeconfig = path.join(folder, "management.kubeconfig");
  const clusterctl = (step: string, ...flags: readonly string[]) => {
    const options = [`--config=${configuration}`, `--kubeconfig=${kubeconfig}`];
    return steps.command(everyone, [program, ...step.split(" ").slice(1), ...flags, ...options], folder, step);
  };
  return GoManagementCluster.start({
    prepare: async (server) => {
      await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
      await clusterctl("clusterctl init", "--bootstrap=hello", "--control-plane=hello", "--infrastructure=hello");
      const versions = ["--infrastructure=hello:v0.1.0", "--kubernetes-version=v1.36.0", "--worker-machine-count=2"];
      await clusterctl("clusterctl generate cluster c1", ...versions);
      await deleteUpstreamWebhooks(server);
    },
  });
}

/** Creates and deletes a Cluster of two Machines. */
async function liveAndDie(scene: Scene, steps: Steps): Promise<void> {
  await steps.timed(everyone, "kubectl apply, until Machines are Running", 1, async () => {
    const apply = (remark: string) => applyYAML(scene.client, yamlOf(workload(scene.namespace, { remark })));
    const isRefused = await apply("forbidden").then(
      () => false,
      (error: unknown) => String(error).includes("is not a remark"),
    );
    if (!isRefused) throw new Error("The rule of admission is not enforced.");
    await apply("ours");
    await scene.until("2 Machines Running", () => allRunning(scene, 2));
  });
  await steps.timed(everyone, "kubectl delete cluster, until nothing is left", 1, async () => {
    await scene.client.delete(Cluster, scene.key("c1"));
    const isGone = (): boolean => watched.every((kind) => scene.list<KubernetesObject>(kind).length === 0);
    await scene.until("all objects deleted", isGone);
  });
}
