import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ApiServer } from "@capstan/apiserver";
import { createClient, type KubernetesObject, Node, type ResourceKind } from "@capstan/provider";
import { MockCluster, MockMachine, type MockMachineObject } from "@capstan/infrastructure-mock";
import { installCRDs } from "@capstan/testkit";
import { expect, onTestFinished, test } from "vitest";
import { initData, joinData, tokenText } from "./bootstrap-data.ts";
import { clusterCertificates } from "./certificates.ts";
import { PlayedManagement } from "./scene/played-management.ts";
import { workloadClient } from "./workload-client.ts";
import { coreCRDs } from "@capstan/harness/servers";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** The provider in a separate process. */
function startProvider(folder: string): ChildProcess {
  const flags = [
    "--kubeconfig",
    join(folder, "kubeconfig"),
    "--state-dir",
    join(folder, "state"),
    "--boot-duration",
    "50",
    "--health-addr=0",
    "--diagnostics-address=0",
  ];
  const child = spawn(process.execPath, ["--conditions=source", main, ...flags], { stdio: "ignore" });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}

/** Watches an object until it is in the desired state. */
async function until<T extends KubernetesObject>(
  management: PlayedManagement,
  kind: ResourceKind<T>,
  name: string,
  wanted: (object: T) => boolean,
): Promise<void> {
  const fieldSelector = `metadata.name=${name}`;
  for await (const event of management.client.watch(kind, { namespace: "default", fieldSelector })) {
    if (event.type !== "BOOKMARK" && wanted(event.object)) return;
  }
  throw new Error(`the watch of ${name} ended`);
}

function hasJoined({ status }: MockMachineObject): boolean {
  return (
    status?.conditions?.some(({ type, status: held }) => type === "BootstrapExecSucceeded" && held === "True") ?? false
  );
}

test("a provider that is killed at any moment continues from its state", async () => {
  // given a provider process whose first machine initialized a cluster
  const folder = await mkdtemp(join(tmpdir(), "capstan-mock-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await using server = await ApiServer.start();
  await writeFile(join(folder, "kubeconfig"), server.kubeconfig, { mode: 0o600 });
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  onTestFinished(() => client.close());
  await installCRDs(client, [...coreCRDs, ...MockCluster.crds, ...MockMachine.crds]);
  const management = new PlayedManagement(client);
  const certificates = await clusterCertificates();
  const killed = startProvider(folder);

  await management.createCluster();
  await until(management, MockCluster.kind, "c1", ({ status }) => status?.initialization?.provisioned === true);
  await management.provisionCluster();
  const { host = "", port = 0 } = (await management.cluster()).spec.controlPlaneEndpoint ?? {};
  const endpoint = { host, port };
  const address = `${endpoint.host}:${endpoint.port}`;
  await management.createMachine("cp-0");
  const init = { bootstrapTokens: [{ token: tokenText }], nodeRegistration: { name: "cp-0" } };
  await management.giveData("cp-0", initData({ endpoint: address, certificates, init }));
  await until(management, MockMachine.kind, "cp-0", hasJoined);

  // when it is killed while another machine is booting
  await management.createMachine("w-0");
  killed.kill("SIGKILL");
  await once(killed, "exit");
  await management.giveData("w-0", joinData({ endpoint: address, certificates }));
  startProvider(folder);

  // then this machine joins the same cluster at the same endpoint
  await until(management, MockMachine.kind, "w-0", hasJoined);
  const workload = await workloadClient(endpoint, certificates);
  onTestFinished(() => workload.close());
  const { items } = await workload.list(Node);
  expect(items.map(({ metadata }) => metadata.name).sort()).toEqual(["cp-0", "w-0"]);
});
