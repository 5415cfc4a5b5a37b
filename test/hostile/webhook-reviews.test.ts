import { mkdtemp, rm, writeFile } from "node:fs/promises";
import https from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { ApiServer } from "@capstan/apiserver";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { CertificateAuthority } from "@capstan/kube/x509";
import { createClient, installCRDs } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ManagerProcess } from "../e2e/manager-process.ts";

/** Bodies are sent in parts of this size. */
const mebibyte = 1024 * 1024;
const validate = "/validate-bootstrap-cluster-x-k8s-io-v1beta2-kubeadmconfig";
const kind = { group: "bootstrap.cluster.x-k8s.io", version: "v1beta2", kind: "KubeadmConfig" };
const object = { apiVersion: `${kind.group}/${kind.version}`, kind: kind.kind, metadata: { name: "one" }, spec: {} };
const review = JSON.stringify({
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: { uid: "42", operation: "CREATE", kind, name: "one", namespace: "default", object },
});

interface Served {
  readonly manager: ManagerProcess;
  readonly port: number;
}

describe("a manager whose webhooks anyone can reach", () => {
  const cleanUp = new AsyncDisposableStack();
  let folder: string;
  let manager: ManagerProcess;
  let port: number;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "capstan-hostile-"));
    cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
    const server = cleanUp.use(await ApiServer.start());
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
    cleanUp.defer(() => client.close());
    await installCRDs(client, KubeadmConfig.crds);
    const serving = await (await CertificateAuthority.create("webhooks", Date)).issueServing("webhooks", ["127.0.0.1"]);
    await writeFile(path.join(folder, "kubeconfig"), server.kubeconfig, { mode: 0o600 });
    await writeFile(path.join(folder, "tls.crt"), serving.certificate);
    await writeFile(path.join(folder, "tls.key"), serving.privateKey);
    ({ manager, port } = await start());
  }, 60_000);
  afterAll(() => cleanUp.disposeAsync());

  async function start(): Promise<Served> {
    const started = cleanUp.use(
      new ManagerProcess(
        "capstan-bootstrap-kubeadm",
        ["--kubeconfig", path.join(folder, "kubeconfig"), "--webhook-cert-dir", folder, "--webhook-port", "0"],
        { nodeFlags: ["--max-old-space-size=192"] },
      ),
    );
    const [, served] = await started.prints(/webhooks are served.* port=(\d+)/);
    await started.prints(/The manager runs/);
    return { manager: started, port: Number(served) };
  }

  /** @returns the HTTP status; `undefined` if the connection broke. */
  function send(where: string, parts: Iterable<string>): Promise<number | undefined> {
    return new Promise((resolve) => {
      const target = { host: "127.0.0.1", port, path: where, method: "POST", rejectUnauthorized: false, agent: false };
      const sent = https.request(target, (response) => {
        response.resume().on("end", () => {
          resolve(response.statusCode);
        });
      });
      sent.on("error", () => {
        resolve(undefined);
      });
      Readable.from(parts).pipe(sent);
    });
  }

  function* repeated(part: string, mebibytes: number): Generator<string> {
    for (let sent = 0; sent < mebibytes; sent += 1) yield part.repeat(mebibyte / part.length);
  }

  function* nested(mebibytes: number): Generator<string> {
    yield* repeated("[", mebibytes / 2);
    yield* repeated("]", mebibytes / 2);
  }

  test("answers a review", async () => {
    expect(await send(validate, [review])).toBe(200);
  });

  test.each([
    ["64 MiB of lists inside each other, to convert", "/convert", () => nested(64)],
    ["64 MiB of lists inside each other, to admit", validate, () => nested(64)],
    ["64 MiB of brackets that never close, to convert", "/convert", () => repeated("[", 64)],
    ["16 MiB of small objects, to convert", "/convert", () => repeated('[{},{"a":{}},[]],', 16)],
    ["8 MiB of small objects, to admit", validate, () => repeated("[[],{}],", 8)],
  ])("refuses %s, and goes on", async (_what, where, body) => {
    const status = await send(where, body());
    expect(status === undefined || status === 400 || status === 413, `answered ${String(status)}`).toBe(true);
    expect(manager.running, manager.output).toBe(true);
    expect(await send(validate, [review])).toBe(200);
  });

  test("takes many large bodies at once for what it has room for, and goes on", async () => {
    const statuses = await Promise.all(Array.from({ length: 12 }, () => send(validate, repeated("x", 7))));
    expect(statuses.filter((status) => status === 200)).toEqual([]);
    expect(manager.running, manager.output).toBe(true);
    expect(await send(validate, [review])).toBe(200);
  }, 60_000);

  test("answers the review that it has begun to read when it is asked to end", async () => {
    const asked = await start();
    const half = Math.floor(review.length / 2);
    let ended: Promise<void> | undefined;
    const target = {
      host: "127.0.0.1",
      port: asked.port,
      path: validate,
      method: "POST",
      rejectUnauthorized: false,
      agent: false,
    };
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const sent = https.request(target, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject);
      sent.write(review.slice(0, half), () => {
        ended = asked.manager.end("SIGTERM");
        void asked.manager.prints(/Stopping/).then(() => sent.end(review.slice(half)));
      });
    });
    expect(await answered).toBe(200);
    await ended;
    expect(asked.manager.status).toBe(0);
  }, 30_000);
});
