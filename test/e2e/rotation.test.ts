import { X509Certificate } from "node:crypto";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { Cluster, coreCRDs, MachineDeployment } from "@capstan/contract";
import {
  allRunning,
  createCluster,
  createControlPlane,
  createWorkers,
  decoded,
  scaleWorkers,
  Scene,
  type ServerName,
  servers,
} from "@capstan/harness/scenes";
import { MockCluster } from "@capstan/infrastructure-mock";
import { CertificateAuthority } from "@capstan/kube/x509";
import {
  type Client,
  createClient,
  CustomResourceDefinition,
  installCRDs,
  Secret,
  withConversionWebhook,
  requestPath,
} from "@capstan/runtime";
import { freePorts, RealApiServer } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inline, kubeconfigOf, userOf } from "./kubeconfig-users.ts";
import { ManagerProcess } from "./manager-process.ts";

// Certificate files are read every 10 s, and failed requests are retried with increasing delays.
const dayMs = 24 * 3_600_000;
const namespace = "default";
const accounts = requestPath`/api/v1/namespaces/default/serviceaccounts`;

/** Managers as separate programs, each with credentials of another type in files. */
describe.each(servers)(
  "credentials that expire under running managers and are renewed in place, on the %s server",
  (choice) => {
    const closing = new AsyncDisposableStack();
    let admin: string;
    let client: Client;
    let folder: string;
    let scene: Scene;
    let webhook: { readonly url: string; readonly authority: CertificateAuthority };
    let bootstrap: ManagerProcess;
    let infrastructure: ManagerProcess;

    const file = (name: string): string => path.join(folder, name);
    const write = (name: string, text: string): Promise<void> => writeFile(file(name), text, { mode: 0o600 });

    beforeAll(async () => {
      const server = closing.use(await startServer(choice));
      folder = closing.use(await mkdtempDisposable(path.join(tmpdir(), "rotation-"))).path;
      admin = server.kubeconfig;
      client = createClient({ kubeconfig: admin, userAgent: "test" });
      closing.defer(() => client.close());
      await allowAccounts(client);
      const [port = 0] = await freePorts(1);
      webhook = {
        url: `https://127.0.0.1:${port}/convert`,
        authority: await CertificateAuthority.create("webhooks", Date),
      };
      await installCRDs(
        client,
        coreCRDs.map((crd) => withConversionWebhook(crd, trusting(webhook.authority))),
        {
          timeoutMs: 120_000,
        },
      );
      await serve(webhook.authority, { lifetimeMs: -1000 });
      for (const name of ["bootstrap", "infrastructure"]) await renewToken(name);
      await write("core", admin);
      await write("bootstrap", kubeconfigOf(admin, { tokenFile: file("bootstrap.token") }));
      await write("infrastructure", kubeconfigOf(admin, { exec: pluginReading(file("infrastructure.token")) }));
      const flags = (name: string) => ["--kubeconfig", file(name)];
      const certificate = ["--webhook-cert-dir", folder, "--webhook-port", String(port)];
      closing.use(new ManagerProcess("capstan-core", [...flags("core"), ...certificate]));
      const timing = ["--in-memory", "--boot-duration", "20-100"];
      bootstrap = closing.use(new ManagerProcess("capstan-bootstrap-kubeadm", [...flags("bootstrap"), "--install"]));
      infrastructure = closing.use(
        new ManagerProcess("capstan-infrastructure-mock", [...flags("infrastructure"), "--install", ...timing]),
      );
      await Promise.all([bootstrap, infrastructure].map((manager) => manager.prints(/The manager is running/)));
      scene = closing.use(await Scene.open(client, namespace));
      await createCluster(scene, "c1", MockCluster.kind);
      await createControlPlane(scene, "cp", { cluster: "c1" });
      await createWorkers(scene, "md", { cluster: "c1", replicas: 1 });
      await scene.until("2 Machines Running", () => allRunning(scene, 2));
    });
    afterAll(() => closing.disposeAsync());

    /** The webhook configuration by which the API server reaches the core. */
    function trusting(...authorities: readonly CertificateAuthority[]) {
      const caBundle = Buffer.from(authorities.map(({ certificate }) => certificate).join("")).toString("base64");
      return { url: webhook.url, caBundle };
    }

    /** Writes the certificate of the core's webhook to its file. */
    async function serve(
      authority: CertificateAuthority,
      options: { readonly lifetimeMs?: number } = {},
    ): Promise<void> {
      const { certificate, privateKey } = await authority.issueServing("webhook", ["127.0.0.1"], options);
      await write("tls.key", privateKey);
      await write("tls.crt", certificate);
    }

    async function trust(...authorities: readonly CertificateAuthority[]): Promise<void> {
      const body = { spec: { conversion: { webhook: { clientConfig: trusting(...authorities) } } } };
      const name = `${Cluster.plural}.${Cluster.group}`;
      await client.patch(CustomResourceDefinition, { name }, { type: "merge", body });
    }

    /** The API server's response to a user who reads the Cluster in the version in which it is not stored. */
    async function converted(): Promise<string> {
      const at = requestPath`/apis/${Cluster.group}/v1beta1/namespaces/${namespace}/clusters/c1`;
      const answer = client.request("GET", at, undefined, { retry: false });
      return answer.then((object) => (object as { apiVersion: string }).apiVersion, String);
    }

    /** Tokens of a ServiceAccount are refused once it is deleted, but a server caches authenticated tokens for some seconds. */
    async function revokeTokens(name: string): Promise<void> {
      await client.request("DELETE", requestPath`${accounts}/${name}`);
      const token = await readFile(file(`${name}.token`), "utf8");
      const bearer = createClient({ kubeconfig: kubeconfigOf(admin, { token }), userAgent: "test" });
      const isAdmitted = () =>
        bearer.list(Secret, { namespace }).then(
          () => true,
          () => false,
        );
      await expect.poll(isAdmitted).toBe(false);
      await bearer.close();
    }

    async function renewToken(name: string): Promise<void> {
      await client.request("POST", accounts, { apiVersion: "v1", kind: "ServiceAccount", metadata: { name } });
      const spec = { expirationSeconds: 3600 };
      const answer = await client.request("POST", requestPath`${accounts}/${name}/token`, {
        apiVersion: "authentication.k8s.io/v1",
        kind: "TokenRequest",
        spec,
      });
      await write(`${name}.token`, (answer as { status: { token: string } }).status.token);
    }

    /** Requests one more Machine. @returns a function that waits until it is Running. */
    async function addWorker(): Promise<() => Promise<void>> {
      const { spec } = await client.get(MachineDeployment, scene.key("md"));
      const workers = (spec.replicas ?? 0) + 1;
      await scaleWorkers(scene, "md", workers);
      return async () => {
        await scene.until(`${workers} workers Running`, () => allRunning(scene, workers + 1));
      };
    }

    test("the webhook's certificate: renewal after expiry, and replacement by another authority", async () => {
      expect(await converted()).toMatch(/expired/);
      await serve(webhook.authority);
      await expect.poll(converted).toBe("cluster.x-k8s.io/v1beta1");

      const next = await CertificateAuthority.create("webhooks", Date);
      await trust(webhook.authority, next);
      await serve(next);
      await trust(next);
      await expect.poll(converted).toBe("cluster.x-k8s.io/v1beta1");
    });

    test("managers' tokens: renewal in a file, and by a credential plugin", async () => {
      await revokeTokens("bootstrap");
      await revokeTokens("infrastructure");
      const isDone = await addWorker();
      await bootstrap.prints(/Unauthorized/);
      await renewToken("bootstrap");
      // The infrastructure manager has nothing to write before the bootstrap data exists.
      await infrastructure.prints(/Unauthorized/);
      await renewToken("infrastructure");
      await isDone();
    });

    test("the client certificate in a Cluster's kubeconfig: renewal after expiry", async () => {
      const before = decoded(await client.get(Secret, scene.key("c1-kubeconfig")), "value");
      await expireKubeconfig(scene, before);
      await scene.until(
        "a new, valid kubeconfig",
        () => kubeconfigOfCluster(scene) !== before && isValid(kubeconfigOfCluster(scene)),
      );
      const isDone = await addWorker();
      await isDone();
      await scene.reports(Cluster, "c1", "RemoteConnectionProbe", "ProbeSucceeded");
    });
  },
);

function startServer(choice: ServerName): Promise<ApiServer | RealApiServer> {
  return choice === "embedded" ? ApiServer.start() : RealApiServer.start({ rbac: true });
}

/** Grants every ServiceAccount all permissions, because this test is not about permissions. */
async function allowAccounts(client: Client): Promise<void> {
  const apiGroup = "rbac.authorization.k8s.io";
  await client.request("POST", requestPath`/apis/${apiGroup}/v1/clusterrolebindings`, {
    metadata: { name: "managers" },
    roleRef: { apiGroup, kind: "ClusterRole", name: "cluster-admin" },
    subjects: [{ apiGroup, kind: "Group", name: "system:serviceaccounts" }],
  });
}

/** A credential plugin whose token is in a file. */
function pluginReading(tokenFile: string): object {
  const apiVersion = "client.authentication.k8s.io/v1";
  const script = `const token = require("node:fs").readFileSync(${JSON.stringify(tokenFile)}, "utf8");
    console.log(JSON.stringify({ apiVersion: "${apiVersion}", kind: "ExecCredential", status: { token } }));`;
  return { apiVersion, command: process.execPath, args: ["-e", script], interactiveMode: "Never" };
}

/** Replaces the kubeconfig of a Cluster with one whose only difference is an expired client certificate. */
async function expireKubeconfig(scene: Scene, before: string): Promise<void> {
  const ca = await scene.client.get(Secret, scene.key("c1-ca"));
  const authority = { certificate: decoded(ca, "tls.crt"), privateKey: decoded(ca, "tls.key") };
  const lastYear = CertificateAuthority.load(authority, { now: () => Date.now() - 400 * dayMs });
  const lifetimeMs = 365 * dayMs;
  const issued = await lastYear.issueClient("kubernetes-admin", ["system:masters"], { lifetimeMs });
  const expired = kubeconfigOf(before, inline(issued));
  expect(isValid(expired)).toBe(false);
  const body = { data: { value: Buffer.from(expired).toString("base64") } };
  await scene.client.patch(Secret, scene.key("c1-kubeconfig"), { type: "merge", body });
}

function kubeconfigOfCluster(scene: Scene): string {
  return decoded(scene.secret("c1-kubeconfig"), "value");
}

function isValid(kubeconfig: string): boolean {
  const pem = Buffer.from(userOf(kubeconfig)["client-certificate-data"] ?? "", "base64");
  return Date.parse(new X509Certificate(pem).validTo) > Date.now();
}
