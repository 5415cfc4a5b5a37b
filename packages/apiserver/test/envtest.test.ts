import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { patienceMs } from "@capstan/harness/patience";
import { CertificateAuthority } from "@capstan/kube/x509";
import { expect, onTestFinished, test, vi } from "vitest";

const bin = path.join(import.meta.dirname, "../bin/capstan-apiserver.js");
const patience = { timeout: patienceMs, interval: 20 };

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "apiserver-envtest-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Starts a program in its own process group, as envtest does. */
function start(program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], detached: true });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const ended = once(child, "exit") as Promise<[code: number | null]>;
  return { child, ended, output: text(child.stdout), errors: text(child.stderr) };
}

async function run(...args: readonly string[]): Promise<{ code: number | null; output: string; errors: string }> {
  const { ended, output, errors } = start(process.execPath, [bin, ...args]);
  const [code] = await ended;
  return { code, output: await output, errors: await errors };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** The status of a response; `undefined` without a response. */
async function statusOf(url: string, options: https.RequestOptions): Promise<number | undefined> {
  return new Promise((resolve) => {
    https
      .get(url, { ...options, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on("error", () => {
        resolve(undefined);
      });
  });
}

test("envtest finds its programs in a directory, which can be written again", async () => {
  const folder = path.join(temporaryFolder(), "assets");
  const first = await run("envtest", folder);
  const second = await run("envtest", folder);
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(first.output).toBe(`${folder}/etcd\n${folder}/kube-apiserver\n`);
  expect(readdirSync(folder)).toEqual(["etcd", "kube-apiserver"]);

  // it reads their supported flags
  const etcd = start(path.join(folder, "etcd"), ["--help"]);
  expect(await etcd.ended).toEqual([0, null]);
  expect(await etcd.output).toMatch(/^\s*--unsafe-no-fsync\b/m);
  const server = start(path.join(folder, "kube-apiserver"), ["--help"]);
  expect(await server.ended).toEqual([0, null]);
  expect(await server.output).not.toMatch(/^\s*--insecure-port\b/m);
});

test("another program's file is kept and named", async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "kube-apiserver"), "the real one");
  const { code, errors } = await run("envtest", folder);
  expect(code).toBe(1);
  expect(errors).toContain(`${folder}/kube-apiserver exists and was not written by capstan-apiserver envtest`);
  expect(readdirSync(folder)).toEqual(["kube-apiserver"]);
  expect(readFileSync(path.join(folder, "kube-apiserver"), "utf8")).toBe("the real one");
});

test("kube-apiserver serves according to the flags of envtest and stops on request", async () => {
  // given the certificates that envtest creates: one authority for the server, one for its users
  const folder = temporaryFolder();
  await run("envtest", folder);
  const authority = await CertificateAuthority.create("serving", Date);
  const users = await CertificateAuthority.create("users", Date);
  const strangers = await CertificateAuthority.create("strangers", Date);
  const serving = await authority.issueServing("localhost", ["127.0.0.1"]);
  writeFileSync(path.join(folder, "apiserver.crt"), serving.certificate);
  writeFileSync(path.join(folder, "apiserver.key"), serving.privateKey);
  writeFileSync(path.join(folder, "users.crt"), users.certificate);
  const port = await freePort();

  // when it is started
  const flags = [
    "--authorization-mode=RBAC",
    "--bind-address=127.0.0.1",
    `--cert-dir=${folder}`,
    `--client-ca-file=${folder}/users.crt`,
    "--etcd-servers=http://127.0.0.1:2379",
    `--secure-port=${port}`,
    "--service-cluster-ip-range=10.0.0.0/24",
    "--v=4",
  ];
  const { child, ended } = start(path.join(folder, "kube-apiserver"), flags);
  const url = `https://127.0.0.1:${port}`;
  const trust = { ca: authority.certificate };
  await vi.waitUntil(async () => (await statusOf(`${url}/healthz`, trust)) === 200, patience);

  // then it presents its certificate and accepts users whom that authority has signed
  const as = async ({ certificate, privateKey }: { certificate: string; privateKey: string }) =>
    statusOf(`${url}/api/v1/namespaces/default`, { ...trust, cert: certificate, key: privateKey });
  expect(await as(await users.issueClient("admin", ["system:masters"]))).toBe(200);
  expect(await as(await users.issueClient("jane", []))).toBe(403);
  expect(await as(await strangers.issueClient("admin", ["system:masters"]))).toBe(401);

  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("etcd reports that it is healthy until it is stopped", async () => {
  const folder = temporaryFolder();
  await run("envtest", folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { child, ended } = start(path.join(folder, "etcd"), [
    `--advertise-client-urls=${url}`,
    "--data-dir=/nowhere",
    `--listen-client-urls=${url}`,
    "--listen-peer-urls=http://127.0.0.1:0",
    "--unsafe-no-fsync=true",
  ]);
  const health = async () => (await fetch(`${url}/health`).catch(() => undefined))?.status;
  await vi.waitUntil(async () => (await health()) === 200, patience);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("a missing flag is named", async () => {
  const { code, errors } = await run("kube-apiserver", "--bind-address=127.0.0.1");
  expect(code).toBe(1);
  expect(errors).toContain("--secure-port");
});
