import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { ApiServer } from "@capstan/apiserver";
import { load } from "js-yaml";
import { faultOfRequest, faultOfWatch, type RequestFault, type WatchFault } from "./fault.ts";
import type { SeededRandom } from "@capstan/harness/random";
import { WatchLines } from "./watch-lines.ts";

/** Options of {@link FaultyProxy.start}. */
export interface FaultyProxyOptions {
  readonly server: ApiServer;
  readonly random: SeededRandom;
  /** Notified of every request before anything happens to it. */
  readonly onRequest: () => void;
  /** Receives the client whose request was done while the answer is lost, if that client must be ended before it notices. */
  readonly onFatalLoss: (product: string) => void;
  /** Writes to the object of this path, as somebody else would. */
  readonly rival: (path: string) => Promise<void>;
}

/** How long clients wait for an answer. Shorter than a second would take a busy machine for a dead one. */
export const requestTimeoutMs = 2_000;

interface Upstream {
  readonly url: string;
  readonly token: string;
  readonly agent: https.Agent;
}

interface Message {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/**
 * Stands between managers and the API server, and does to their requests and watches what a bad day does: plain HTTP on loopback,
 * so that faults are those of the wire.
 */
export class FaultyProxy implements AsyncDisposable {
  /** How often each fault happened. */
  readonly faults = new Map<RequestFault | WatchFault, number>();
  /** How often the server itself refused what was asked for, by the reason it gave. */
  readonly refusals = new Map<string, number>();
  readonly #options: FaultyProxyOptions;
  readonly #upstream: Upstream;
  readonly #server = http.createServer();
  /** Connections of each client, by the product in its User-Agent. */
  readonly #sockets = new Map<string, Set<Socket>>();
  readonly #dead = new Set<string>();
  /** Watches of each client, and until when they are held back. */
  readonly #watches = new Map<string, Set<WatchLines>>();
  readonly #heldUntilMs = new Map<string, number>();
  /** What each client has asked for and the server is about to do. */
  readonly #underWay = new Map<string, Set<Promise<unknown>>>();
  #isFaulty = true;

  private constructor(options: FaultyProxyOptions) {
    this.#options = options;
    const { server } = options;
    const kubeconfig = load(server.kubeconfigFor("soak", ["system:masters"])) as {
      users: { user: { token: string } }[];
    };
    this.#upstream = {
      url: server.url,
      token: kubeconfig.users[0]?.user.token ?? "",
      agent: new https.Agent({ ca: server.certificateAuthority, keepAlive: true }),
    };
    this.#server.on("request", (request, response) => {
      this.#serve(request, response).catch(() => request.socket.destroy());
    });
  }

  static async start(options: FaultyProxyOptions): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(options);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  /** How to reach the server behind this proxy, which speaks plain HTTP. */
  get access() {
    const server = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    const kubeconfig = JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "c", cluster: { server } }],
      users: [{ name: "u", user: { token: "any" } }],
      contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
      "current-context": "x",
    });
    return { kubeconfig, insecureKubeconfig: { tls: true } };
  }

  /** Cuts a client off for good, as if its process were no more: nothing that it still sends is done. */
  kill(product: string): void {
    this.#dead.add(product);
    for (const socket of this.#sockets.get(product) ?? []) socket.resetAndDestroy();
  }

  /** Resolves once the server has done everything that a client asked for before it was killed. */
  async settled(product: string): Promise<void> {
    await Promise.allSettled([...(this.#underWay.get(product)?.values() ?? [])]);
  }

  /** From now on nothing goes wrong. */
  heal(): void {
    this.#isFaulty = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    this.#upstream.agent.destroy();
    await once(this.#server, "close");
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const product = productOf(request.headers);
    this.#follow(product, request.socket);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", url = "/", headers } = request;
    const message = { method, path: url, headers, body: Buffer.concat(chunks) };
    if (this.#dead.has(product)) {
      request.socket.destroy();
      return;
    }
    this.#options.onRequest();
    if (/[?&]watch=(true|1)/.test(url)) await this.#watch(message, request.socket, response);
    else await this.#answer(message, request.socket, response);
  }

  #follow(product: string, socket: Socket): void {
    const sockets = this.#sockets.get(product) ?? new Set();
    if (sockets.has(socket)) return;
    this.#sockets.set(product, sockets.add(socket));
    socket.once("close", () => sockets.delete(socket));
  }

  async #answer(message: Message, socket: Socket, response: http.ServerResponse): Promise<void> {
    const product = productOf(message.headers);
    const planned = this.#isFaulty ? faultOfRequest(this.#options.random, message.method) : undefined;
    const fault = planned?.fault;
    if (fault !== undefined) this.#count(fault);
    if (planned?.fault.endsWith(", done") === true) {
      // A client that gives up waiting is as blind then as one that is notified immediately.
      this.#holdWatches(product, planned.lagMs + (planned.fault.startsWith("no answer") ? requestTimeoutMs : 0));
      await this.#forward(message);
      if (planned.kills) this.#options.onFatalLoss(product);
    }
    if (fault === "rival writer") await this.#options.rival(message.path);
    if (this.#dead.has(product)) return;
    const refusal = refusals.get(fault);
    if (refusal !== undefined) {
      refuse(response, ...refusal);
      return;
    }
    if (fault?.startsWith("connection reset") === true) socket.resetAndDestroy();
    if (fault !== undefined && fault !== "rival writer") return;
    const { status, headers, body } = await this.#forward(message);
    response.writeHead(status, headers).end(body);
  }

  #holdWatches(product: string, forMs: number): void {
    const untilMs = Math.max(this.#heldUntilMs.get(product) ?? 0, performance.now() + forMs);
    this.#heldUntilMs.set(product, untilMs);
    for (const watch of this.#watches.get(product) ?? []) watch.hold(untilMs);
  }

  async #forward(message: Message): Promise<Answer> {
    const product = productOf(message.headers);
    const underWay = this.#underWay.get(product) ?? new Set();
    const answered = this.#answerTo(message);
    this.#underWay.set(product, underWay.add(answered));
    try {
      return await answered;
    } finally {
      underWay.delete(answered);
    }
  }

  async #answerTo(message: Message): Promise<Answer> {
    const answer = await this.#send(message);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const headers = { "content-type": answer.headers["content-type"] ?? "application/json" };
    const [status, body] = [answer.statusCode ?? 0, Buffer.concat(chunks)];
    if (status >= 400) this.#countRefusal(body);
    return { status, headers, body };
  }

  async #watch(message: Message, socket: Socket, response: http.ServerResponse): Promise<void> {
    const planned = this.#isFaulty ? faultOfWatch(this.#options.random) : undefined;
    if (planned?.fault === "410 at its beginning") {
      this.#count(planned.fault);
      refuse(response, 410, "Expired");
      return;
    }
    const answer = await this.#send(message);
    const end = (): void => {
      answer.destroy();
    };
    response.once("close", end);
    response.writeHead(answer.statusCode ?? 0, { "content-type": "application/json" }).flushHeaders();
    const lines = this.#linesOf(productOf(message.headers), response, planned);
    answer.on("data", (chunk: Buffer) => {
      lines.write(chunk);
    });
    answer.on("error", () => socket.destroy());
    answer.on("end", () => {
      response.end();
    });
    if (planned === undefined || planned.fault === "events come late") return;
    const timer = setTimeout(() => {
      if (!this.#isFaulty || socket.destroyed) return;
      this.#count(planned.fault);
      if (planned.fault === "410 in the middle") lines.last(`${JSON.stringify(expiredEvent)}\n`);
      else socket.resetAndDestroy();
      end();
    }, planned.afterMs);
    response.once("close", () => {
      clearTimeout(timer);
    });
  }

  #linesOf(
    product: string,
    response: http.ServerResponse,
    planned: { readonly fault: WatchFault; readonly afterMs: number } | undefined,
  ): WatchLines {
    const isLate = planned?.fault === "events come late";
    if (isLate) this.#count(planned.fault);
    const lines = new WatchLines(response, isLate ? planned.afterMs : 0, this.#heldUntilMs.get(product) ?? 0);
    const watches = this.#watches.get(product) ?? new Set();
    this.#watches.set(product, watches.add(lines));
    response.once("close", () => watches.delete(lines));
    return lines;
  }

  async #send({ method, path, headers, body }: Message): Promise<http.IncomingMessage> {
    const { token, url, agent } = this.#upstream;
    const { "content-type": contentType, accept, "user-agent": userAgent } = headers;
    const forwarded = https.request(url + path, {
      method,
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        ...(contentType === undefined ? {} : { "content-type": contentType }),
        ...(accept === undefined ? {} : { accept }),
        ...(userAgent === undefined ? {} : { "user-agent": userAgent }),
        ...(body.length === 0 ? {} : { "content-length": body.length }),
      },
    });
    forwarded.end(body);
    const [answer] = (await once(forwarded, "response")) as [http.IncomingMessage];
    return answer;
  }

  #countRefusal(body: Buffer): void {
    const { reason = "unknown" } = JSON.parse(body.toString("utf8")) as { reason?: string };
    this.refusals.set(reason, (this.refusals.get(reason) ?? 0) + 1);
  }

  #count(fault: RequestFault | WatchFault): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
  }
}

function productOf(headers: http.IncomingHttpHeaders): string {
  return headers["user-agent"]?.split("/", 1)[0] ?? "";
}

const refusals = new Map<RequestFault | undefined, [code: number, reason: string, headers?: Record<string, string>]>([
  ["500 before it was done", [500, "InternalError"]],
  ["503 with Retry-After", [503, "ServiceUnavailable", { "retry-after": "0" }]],
  ["503 without Retry-After", [503, "ServiceUnavailable"]],
  ["429 with Retry-After", [429, "TooManyRequests", { "retry-after": "0" }]],
]);

const expiredEvent = { type: "ERROR", object: statusOf(410, "Expired") };

function statusOf(code: number, reason: string): object {
  return { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message: `${reason}, by the soak` };
}

function refuse(
  response: http.ServerResponse,
  code: number,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(code, { "content-type": "application/json", ...headers })
    .end(JSON.stringify(statusOf(code, reason)));
}
