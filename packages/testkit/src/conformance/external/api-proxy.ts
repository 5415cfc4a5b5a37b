import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { renderKubeconfig, without } from "@capstan/kube";
import { CertificateAuthority } from "@capstan/kube/x509";
import { systemClock } from "@capstan/runtime";
import { nameInBody } from "./name-in-body.ts";
import { requestTarget } from "../scene/request-target.ts";
import type { Upstream } from "./upstream.ts";
import type { WatchedTraffic } from "./watched-traffic.ts";

let authority: Promise<CertificateAuthority> | undefined;

/** A proxy between a provider and its API server: sees every request, and refuses requests for a rule. */
export class ApiProxy implements AsyncDisposable {
  /** A kubeconfig (YAML) that connects to the proxy, which adds the credentials. */
  readonly kubeconfig: string;
  readonly #server: https.Server;
  readonly #agent: https.Agent;

  private constructor(server: https.Server, agent: https.Agent, kubeconfig: string) {
    this.#server = server;
    this.#agent = agent;
    this.kubeconfig = kubeconfig;
  }

  static async start(upstream: Upstream, traffic: WatchedTraffic): Promise<ApiProxy> {
    authority ??= CertificateAuthority.create("capstan-conformance", systemClock);
    const { certificate, privateKey } = await (await authority).issueServing("proxy", ["127.0.0.1"]);
    const agent = new https.Agent({ keepAlive: true, ...upstream.tls });
    const server = https.createServer({ cert: certificate, key: privateKey }, (request, response) => {
      forward(request, response, { upstream, traffic, agent }).catch(() => {
        response.destroy();
      });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const kubeconfig = renderKubeconfig({
      name: "conformance",
      server: `https://127.0.0.1:${String(port)}`,
      certificateAuthority: (await authority).certificate,
      user: "provider",
      credentials: { token: "of-the-conformance-suite" },
    });
    return new ApiProxy(server, agent, kubeconfig);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
    if (this.#server.listening) await once(this.#server, "close");
  }
}

interface Forwarding {
  readonly upstream: Upstream;
  readonly traffic: WatchedTraffic;
  readonly agent: https.Agent;
}

async function forward(request: IncomingMessage, response: ServerResponse, via: Forwarding): Promise<void> {
  const { method = "GET", url = "/" } = request;
  const body = await buffer(request);
  const line = requestTarget(method, url);
  const target = line?.name === "" && method === "POST" ? { ...line, name: nameInBody(body) } : line;
  const refusal = target === undefined ? undefined : via.traffic.refusal(target);
  if (target !== undefined && refusal !== undefined) {
    via.traffic.answered(target, forbidden);
    refuse(response, refusal);
    return;
  }
  const answer = await ask(request, response, body, via);
  const { statusCode = 0, headers } = answer;
  if (target !== undefined) via.traffic.answered(target, statusCode);
  response.writeHead(statusCode, headers);
  response.flushHeaders();
  await pipeline(answer, response);
}

async function ask(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  { upstream, agent }: Forwarding,
): Promise<IncomingMessage> {
  const headers = without(without(request.headers, "authorization"), "host");
  const sent = https.request(new URL(request.url ?? "/", upstream.url), {
    method: request.method,
    headers: { ...headers, ...upstream.headers },
    agent,
  });
  // A disconnected provider needs no answer, and only this ends its watches.
  response.once("close", () => sent.destroy());
  const answered = once(sent, "response");
  sent.end(body);
  const [answer] = (await answered) as [IncomingMessage];
  return answer;
}

const forbidden = 403;

function refuse(response: ServerResponse, { message }: Error): void {
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Forbidden", code: forbidden, message };
  response.writeHead(forbidden, { "content-type": "application/json" });
  response.end(JSON.stringify({ ...status, metadata: {} }));
}
