import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { patienceMs } from "@capstan/harness/patience";
import { ApiServer } from "@capstan/apiserver";
import { Cluster } from "@capstan/contract";
import {
  allRunning,
  createCluster,
  createControlPlane,
  createWorkers,
  Scene,
  type ServerName,
  servers,
} from "@capstan/harness/scenes";
import { MockCluster } from "@capstan/infrastructure-mock";
import { type CertificateAndKey, CertificateAuthority } from "@capstan/kube/x509";
import { createClient, Namespace } from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { inline, kubeconfigOf } from "./kubeconfig-users.ts";
import { ManagerProcess } from "./manager-process.ts";

// Failed requests are retried after growing delays.
/** The time limit for the start of managers. */
const lifetimeMs = 60_000;
const namespace = "default";

interface Server extends AsyncDisposable {
  /** The kubeconfig of an administrator. */
  readonly kubeconfig: string;
  /** The CA whose client certificates the server accepts. */
  readonly authority: CertificateAuthority;
}

async function startServer(choice: ServerName): Promise<Server> {
  if (choice === "real") return RealApiServer.start();
  const authority = await CertificateAuthority.create("clients", Date);
  const { certificate, privateKey } = authority;
  const server = await ApiServer.start({ certificateAuthority: { certificate, privateKey } });
  return { kubeconfig: server.kubeconfig, authority, [Symbol.asyncDispose]: () => server.close() };
}

/** Resolves when the server no longer admits the user of a kubeconfig. */
async function untilRefused(kubeconfig: string): Promise<void> {
  const client = createClient({ kubeconfig, userAgent: "test" });
  const answer = () => client.get(Namespace, { name: namespace }).then(() => "admitted", String);
  await expect.poll(answer, { timeout: lifetimeMs + patienceMs }).toMatch(/Unauthorized/);
  await client.close();
}

describe.each(servers)("managers whose client certificate expires while they run, on the %s server", (choice) => {
  test("use renewed certificate files without a restart, and a renewed kubeconfig after a restart, as in client-go", async () => {
    await using closing = new AsyncDisposableStack();
    const server = closing.use(await startServer(choice));
    const admin = server.kubeconfig;
    const folder = closing.use(await mkdtempDisposable(path.join(tmpdir(), "client-certificate-"))).path;
    const file = (name: string): string => path.join(folder, name);
    const write = (name: string, text: string): Promise<void> => writeFile(file(name), text, { mode: 0o600 });
    const issue = (user: string, options = {}) => server.authority.issueClient(user, ["system:masters"], options);
    const writeFiles = async ({ certificate, privateKey }: CertificateAndKey): Promise<void> => {
      await write("client.crt", certificate);
      await write("client.key", privateKey);
    };
    const start = async (name: ConstructorParameters<typeof ManagerProcess>[0], flags: readonly string[] = []) => {
      const manager = closing.use(new ManagerProcess(name, ["--kubeconfig", file(name), "--install", ...flags]));
      await manager.prints(/The manager is running/);
      return manager;
    };

    // given managers with certificates in files, in the kubeconfig, and without expiry
    await write("capstan-infrastructure-mock", admin);
    await start("capstan-infrastructure-mock", ["--in-memory", "--boot-duration", "20-100"]);
    const [inFiles, inKubeconfig] = [await issue("core", { lifetimeMs }), await issue("bootstrap", { lifetimeMs })];
    await writeFiles(inFiles);
    await write(
      "capstan-core",
      kubeconfigOf(admin, { "client-certificate": "client.crt", "client-key": "client.key" }),
    );
    await write("capstan-bootstrap-kubeadm", kubeconfigOf(admin, inline(inKubeconfig)));
    const [core, bootstrap] = await Promise.all([start("capstan-core"), start("capstan-bootstrap-kubeadm")]);

    // when both expire, and there is work to do
    await untilRefused(kubeconfigOf(admin, inline(inFiles)));
    await untilRefused(kubeconfigOf(admin, inline(inKubeconfig)));
    const client = createClient({ kubeconfig: admin, userAgent: "test" });
    closing.defer(() => client.close());
    await using scene = await Scene.open(client, namespace);
    await createCluster(scene, "c1", MockCluster.kind);
    await createControlPlane(scene, "cp", { cluster: "c1" });
    await createWorkers(scene, "md", { cluster: "c1", replicas: 1 });
    await core.prints(/Unauthorized/);

    // then the core continues once its files are renewed
    await writeFiles(await issue("core"));
    const isReady = () => scene.condition(Cluster, "c1", "InfrastructureReady")?.status === "True";
    await scene.until("InfrastructureReady", isReady);

    // and the other manager continues after a restart with its new kubeconfig
    await bootstrap.prints(/Unauthorized/);
    await write("capstan-bootstrap-kubeadm", kubeconfigOf(admin, inline(await issue("bootstrap"))));
    const printed = bootstrap.output.length;
    await expect.poll(() => bootstrap.output.slice(printed)).toMatch(/Unauthorized/);
    await bootstrap.end("SIGTERM");
    await start("capstan-bootstrap-kubeadm");
    await scene.until("2 Machines Running", () => allRunning(scene, 2));
    expect(core.running).toBe(true);
  });
});
