import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Duplex, duplexPair } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ApiServer, type PodPort } from "../src/index.ts";
import { Wire } from "./conformance/target.ts";

const assets = process.env.KUBEBUILDER_ASSETS;
const pods = "/api/v1/namespaces/default/pods";
const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "echo" },
  spec: { nodeName: "somewhere", containers: [{ name: "echo", image: "echo" }] },
};

/** Port 7 of the Pod answers every connection with its input in capitals, once the client has closed its side. */
function echo({ pod: name, port }: PodPort): Duplex | undefined {
  if (name !== "echo" || port !== 7) return undefined;
  const [client, service] = duplexPair();
  void text(service).then((sent) => service.end(sent.toUpperCase()));
  return client;
}

async function serverWithPod(): Promise<ApiServer> {
  const server = await ApiServer.start({ portForward: echo });
  onTestFinished(() => server.close());
  const wire = new Wire(server.kubeconfig);
  expect((await wire.post(pods, pod)).status).toBe(201);
  // kubectl forwards only to a running Pod.
  const status = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
  expect((await wire.patch(`${pods}/echo/status`, "merge", { status })).status).toBe(200);
  return server;
}

describe.runIf(assets)("kubectl port-forward", () => {
  /** kubectl port-forward to a port of the Pod, and its local port. */
  async function forwarding(to: number): Promise<{ kubectl: ChildProcessWithoutNullStreams; port: number }> {
    const server = await serverWithPod();
    const folder = mkdtempSync(path.join(tmpdir(), "port-forward-"));
    const kubeconfig = path.join(folder, "kubeconfig");
    writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 });
    const flags = [`--kubeconfig=${kubeconfig}`, "port-forward", "--address=127.0.0.1", "pod/echo", `:${to}`];
    const kubectl = spawn(path.join(assets ?? "", "kubectl"), flags);
    onTestFinished(() => {
      kubectl.kill();
      rmSync(folder, { recursive: true, force: true });
    });
    const [line] = (await once(kubectl.stdout, "data")) as [Buffer];
    return { kubectl, port: Number(/127\.0\.0\.1:(\d+) -> /.exec(line.toString())?.[1]) };
  }

  test("carries connections to a port of a Pod and back, several concurrently", async () => {
    const { port } = await forwarding(7);
    const sent = ["one", "two".repeat(300_000), ""];
    const answers = sent.map(async (message) => {
      const socket = net.connect({ host: "127.0.0.1", port, allowHalfOpen: true });
      socket.end(message);
      return text(socket);
    });
    expect(await Promise.all(answers)).toEqual(sent.map((message) => message.toUpperCase()));
  });

  test("reports a port on which nothing listens", async () => {
    const { kubectl, port } = await forwarding(8);
    const socket = net.connect(port, "127.0.0.1");
    const [problem] = (await once(kubectl.stderr, "data")) as [Buffer];
    expect(problem.toString()).toContain("failed to connect to localhost:8 of pod default/echo: connection refused");
    socket.destroy();
  });
});

describe("a request for a protocol upgrade", () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await ApiServer.start();
    await new Wire(server.kubeconfig).post(pods, pod);
    return () => server.close();
  });

  /** The status code and the Status in the response to a request. */
  async function refusal(request: { path: string; upgrade?: string; token?: string }): Promise<unknown[]> {
    const { path: url, upgrade = "SPDY/3.1", token } = request;
    const kubeconfig = server.kubeconfigFor("jane", ["system:masters"]);
    const authorization = `Bearer ${token ?? /token: (\S+)/.exec(kubeconfig)?.[1] ?? ""}`;
    const headers = {
      connection: "Upgrade",
      upgrade,
      "x-stream-protocol-version": "portforward.k8s.io",
      ...(token === "" ? {} : { authorization }),
    };
    const sent = https.request(server.url + url, { method: "POST", headers, ca: server.certificateAuthority });
    sent.end();
    const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream & { statusCode: number }];
    return [response.statusCode, JSON.parse(await text(response)) as unknown];
  }

  test.each([
    [
      "without a user",
      { path: `${pods}/echo/portforward`, token: "" },
      403,
      'User "system:anonymous" cannot create resource "pods/portforward"',
    ],
    ["to a Pod that is not there", { path: `${pods}/gone/portforward` }, 404, 'pods "gone" not found'],
    ["for a WebSocket", { path: `${pods}/echo/portforward`, upgrade: "websocket" }, 400, "websocket is not served"],
    ["to run something in a Pod", { path: `${pods}/echo/exec` }, 400, "nothing runs behind pod echo"],
    ["for anything else", { path: `${pods}/echo/log` }, 404, "could not find the requested resource"],
  ])("%s is rejected", async (_, request, code, message) => {
    const start = server.requests.mark();
    expect(await refusal(request)).toEqual([
      code,
      expect.objectContaining({ kind: "Status", code, message: expect.stringContaining(message) as string }),
    ]);
    const subresource = request.path.split("/").at(-1);
    const noted = "token" in request ? [] : [expect.objectContaining({ resource: "pods", subresource, status: code })];
    expect(server.requests.since(start)).toEqual(noted);
  });
});
