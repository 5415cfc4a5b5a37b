import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";
import { createClient, Node } from "@capstan/provider";
import { FakeClock } from "@capstan/testkit";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SharedCluster, type Tenant } from "./shared-cluster.ts";

/** The parts of a kubeconfig that a tenant changes. */
interface Kubeconfig {
  clusters: { cluster: Record<string, unknown> }[];
  users: { user: Record<string, unknown> }[];
}

let folder: string;
let workload: ApiServer;
/** The server in kubeconfigs that the manager rejects. */
let untouched: ApiServer;
let shared: SharedCluster;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "capstan-hostile-"));
  // A file on the manager's disk, for example the token of its service account.
  await writeFile(path.join(folder, "of-the-manager"), "t0ken-of-the-manager");
  workload = await ApiServer.start();
  untouched = await ApiServer.start();
  shared = await SharedCluster.start(new FakeClock({ startMs: Date.now() }));
});

afterAll(async () => {
  await shared[Symbol.asyncDispose]();
  await workload.close();
  await untouched.close();
  await rm(folder, { recursive: true, force: true });
});

/** The kubeconfig of a server, by default the workload cluster's, with further fields in its cluster and its user. */
function kubeconfigWith(fields: { cluster?: object; user?: object }, { kubeconfig } = workload): string {
  const document = load(kubeconfig) as Kubeconfig;
  Object.assign(document.clusters[0]?.cluster ?? {}, fields.cluster);
  Object.assign(document.users[0]?.user ?? {}, fields.user);
  return JSON.stringify(document);
}

const file = (): string => path.join(folder, "of-the-manager");
const marker = (): string => path.join(folder, "a-program-ran");
const plugin = () => ({
  apiVersion: "client.authentication.k8s.io/v1",
  command: process.execPath,
  args: ["-e", `require("node:fs").writeFileSync(${JSON.stringify(marker())}, "")`],
  interactiveMode: "Never",
});

const attacks: [field: string, flag: string, fields: () => { cluster?: object; user?: object }][] = [
  ["user.exec", "--insecure-kubeconfig-exec", () => ({ user: { exec: plugin() } })],
  [
    "user.auth-provider",
    "--insecure-kubeconfig-exec",
    () => ({ user: { "auth-provider": { name: "gcp", config: { "cmd-path": process.execPath, "cmd-args": "-v" } } } }),
  ],
  ["user.tokenFile", "--insecure-kubeconfig-files", () => ({ user: { tokenFile: file() } })],
  ["user.token-file", "--insecure-kubeconfig-files", () => ({ user: { "token-file": file() } })],
  ["user.client-certificate", "--insecure-kubeconfig-files", () => ({ user: { "client-certificate": file() } })],
  ["user.client-key", "--insecure-kubeconfig-files", () => ({ user: { "client-key": file() } })],
  [
    "cluster.certificate-authority",
    "--insecure-kubeconfig-files",
    () => ({ cluster: { "certificate-authority": file() } }),
  ],
  [
    "cluster.insecure-skip-tls-verify",
    "--insecure-kubeconfig-tls",
    () => ({ cluster: { "insecure-skip-tls-verify": true } }),
  ],
  [
    "cluster.proxy-url",
    "--insecure-kubeconfig-proxy",
    () => ({ cluster: { "proxy-url": "http://10.255.255.1:3128" } }),
  ],
  [
    "cluster.server",
    "--insecure-kubeconfig-tls",
    () => ({ cluster: { server: untouched.url.replace("https:", "http:") } }),
  ],
];

const hasJoinData = async ({ worker }: Tenant): Promise<boolean> =>
  (await worker.bootstrapConfig()).status?.dataSecretName !== undefined;

describe("a kubeconfig Secret with unsafe fields is rejected, and dependent objects name the field", () => {
  test.each(attacks)("%s", async (field, flag, fields) => {
    const name = field.toLowerCase().replace(/[^a-z]+/g, "-");
    const mark = untouched.requests.mark();
    const tenant = await shared.addTenant(name, kubeconfigWith(fields(), untouched));
    await shared.environment.clock.advance({ seconds: 15 });

    const said = await shared.conditionsOf(tenant);
    for (const message of [said.cluster.RemoteConnectionProbe?.message, said.config.DataSecretAvailable?.message]) {
      expect(message).toContain(`Secret default/${name}-kubeconfig`);
      expect(message).toContain(field);
      expect(message).toContain(flag);
      expect(message).not.toMatch(/of-the-manager|10\.255|cmd-path|127\.0\.0\.1/);
    }
    // and the manager has sent no request
    expect(untouched.requests.since(mark)).toEqual([]);
    expect(existsSync(marker())).toBe(false);
    expect(shared.logs.join("\n")).not.toContain("t0ken-of-the-manager");
  });

  test("a Machine with a known Node reports it, too", async () => {
    const nodes = createClient({ kubeconfig: workload.kubeconfig, userAgent: "test/1" });
    await nodes.create(Node, {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "turncoat-worker" },
      spec: { providerID: "mock:///turncoat-worker" },
    });
    await nodes.close();
    const tenant = await shared.addTenant("turncoat", kubeconfigWith({}));
    const nodeRef = async () => (await tenant.worker.get()).status?.nodeRef;
    await shared.environment.until("its Node is known", async () => (await nodeRef()) !== undefined);
    await shared.writeKubeconfig("turncoat", kubeconfigWith({ user: { exec: plugin() } }));
    await shared.environment.clock.advance({ minutes: 6 });
    expect((await shared.conditionsOf(tenant)).worker.NodeReady).toEqual({
      status: "Unknown",
      reason: "ConnectionDown",
      message: expect.stringMatching(/Secret default\/turncoat-kubeconfig has user\.exec/) as string,
    });
    expect(existsSync(marker())).toBe(false);
  });

  test.each([
    ["nothing but a server and a client certificate", {}],
    ["fields that say no", { cluster: { "insecure-skip-tls-verify": false, "proxy-url": "" }, user: { exec: null } }],
    ["fields that nothing reads", { cluster: { "disable-compression": true, extensions: [] }, user: { as: "" } }],
  ])("a kubeconfig with %s is used", async (what, fields) => {
    const tenant = await shared.addTenant(what.replaceAll(" ", "-"), kubeconfigWith(fields));
    await shared.environment.until("the worker has its data", () => hasJoinData(tenant), { within: { minutes: 1 } });
    expect((await shared.conditionsOf(tenant)).cluster.RemoteConnectionProbe).toMatchObject({ status: "True" });
  });

  test("a replaced kubeconfig is used immediately", async () => {
    const tenant = await shared.addTenant("repentant", kubeconfigWith({ user: { exec: plugin() } }));
    await shared.environment.settled();
    expect(await hasJoinData(tenant)).toBe(false);
    await shared.writeKubeconfig("repentant", kubeconfigWith({}));
    await shared.environment.until("the worker has its data", () => hasJoinData(tenant), { within: { minutes: 1 } });
  });
});
