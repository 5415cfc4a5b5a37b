import { mkdtemp, rm, writeFile } from "node:fs/promises";
import https from "node:https";
import { connect as connectPlain } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { connect, type TLSSocket } from "node:tls";
import { ApiServer } from "@capstan/apiserver";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { CertificateAuthority } from "@capstan/kube/x509";
import { createClient, installCRDs } from "@capstan/runtime";
import { ManagerProcess } from "../e2e/manager-process.ts";

export const validate = "/validate-bootstrap-cluster-x-k8s-io-v1beta2-kubeadmconfig";
const group = "bootstrap.cluster.x-k8s.io";

/** The API server's review of a new KubeadmConfig, padded with this many bytes. */
export function admissionReview(padding = 0): string {
  const kind = { group, version: "v1beta2", kind: "KubeadmConfig" };
  return JSON.stringify({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "42",
      operation: "CREATE",
      kind,
      name: "one",
      namespace: "default",
      object: config("v1beta2", padding),
    },
  });
}

/** The API server's review when a KubeadmConfig is read as v1beta1. */
export function conversionReview(padding = 0): string {
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    request: { uid: "42", desiredAPIVersion: `${group}/v1beta1`, objects: [config("v1beta2", padding)] },
  });
}

function config(version: string, padding: number): object {
  const metadata = { name: "one", annotations: { padding: "x".repeat(padding) } };
  return { apiVersion: `${group}/${version}`, kind: "KubeadmConfig", metadata, spec: {} };
}

/** A manager that reviews and converts KubeadmConfigs, with a small heap, and the port of its webhooks. */
export interface ReviewingManager {
  readonly manager: ManagerProcess;
  readonly port: number;
}

/** The cluster that the managers need. */
export interface ReviewedCluster extends AsyncDisposable {
  start(): Promise<ReviewingManager>;
}

export async function reviewedCluster(): Promise<ReviewedCluster> {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-hostile-"));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const server = starting.use(await ApiServer.start());
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
  starting.defer(() => client.close());
  await installCRDs(client, KubeadmConfig.crds);
  const serving = await (await CertificateAuthority.create("webhooks", Date)).issueServing("webhooks", ["127.0.0.1"]);
  await writeFile(path.join(folder, "kubeconfig"), server.kubeconfig, { mode: 0o600 });
  await writeFile(path.join(folder, "tls.crt"), serving.certificate);
  await writeFile(path.join(folder, "tls.key"), serving.privateKey);
  const cleanUp = starting.move();
  return {
    start: async () => {
      const argv = [
        "--kubeconfig",
        path.join(folder, "kubeconfig"),
        "--webhook-cert-dir",
        folder,
        "--webhook-port",
        "0",
      ];
      const options = { nodeFlags: ["--max-old-space-size=192"] };
      const manager = cleanUp.use(new ManagerProcess("capstan-bootstrap-kubeadm", argv, options));
      const [, port] = await manager.prints(/webhooks are being served.* port=(\d+)/);
      await manager.prints(/The manager is running/);
      return { manager, port: Number(port) };
    },
    [Symbol.asyncDispose]: () => cleanUp.disposeAsync(),
  };
}

/** The target of a review, and the local address to send it from. */
export interface Target {
  readonly port: number;
  readonly path: string;
  readonly from?: string;
}

/** Sends a review on a separate connection. @returns the HTTP status; `undefined` if the connection broke. */
export function sendReview({ port, path, from }: Target, parts: Iterable<string>): Promise<number | undefined> {
  return new Promise((resolve) => {
    const target = { host: "127.0.0.1", port, path, method: "POST", rejectUnauthorized: false, agent: false };
    let status: number | undefined;
    const sent = https.request({ ...target, ...(from === undefined ? {} : { localAddress: from }) }, (response) => {
      response.on("error", () => undefined).resume();
      response.on("end", () => (status = response.statusCode));
    });
    sent.on("error", () => undefined);
    // Also if the connection breaks in the middle of a response.
    sent.on("close", () => {
      resolve(status);
    });
    Readable.from(parts).pipe(sent);
  });
}

/** Opens a TLS connection and sends the start of a review, whose length is announced. */
export function beginReview({ port, path, from }: Target, length: number, part: string): TLSSocket {
  const local = from === undefined ? {} : { localAddress: from };
  const socket = connect({ socket: connectPlain({ host: "127.0.0.1", port, ...local }), rejectUnauthorized: false });
  socket.on("error", () => undefined).resume();
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
  socket.write(part);
  return socket;
}
