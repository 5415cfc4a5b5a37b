import { type IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { type Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Gate } from "../../access/gate.ts";
import { type Clock } from "../../clock/clock.ts";
import { type Connections } from "../../handlers/connections.ts";
import { compact, sendError } from "../../output/respond.ts";
import { parseRequestInfo, type RequestInfo } from "../../request/request-info.ts";
import { badRequest, noSuchResource, StatusError } from "../../status/status-error.ts";
import { anonymous, type Authenticated } from "../../user/user.ts";
import { logEntry, type RequestLog } from "../request-log.ts";
import { SpdySession, type SpdyStream } from "./spdy-session.ts";

/** The Pod and port of a request. */
export interface PodPort {
  /** The Pod's namespace. */
  readonly namespace: string;
  /** The Pod's name. */
  readonly pod: string;
  /** The port within the Pod. */
  readonly port: number;
}

/** Connects to a port of a Pod; undefined if nothing answers there. */
export type PortForward = (to: PodPort) => Duplex | undefined | Promise<Duplex | undefined>;

const protocol = "portforward.k8s.io";

/** Requests that leave HTTP: `pods/<name>/portforward` over SPDY/3.1, to which clients fall back without WebSocket. */
export class Upgrades {
  readonly #gate: Gate;
  readonly #connections: Connections;
  readonly #log: RequestLog;
  readonly #clock: Clock;
  readonly #portForward: PortForward;
  readonly #sockets = new Set<Duplex>();

  constructor(options: {
    readonly gate: Gate;
    readonly connections: Connections;
    readonly log: RequestLog;
    readonly clock: Clock;
    readonly portForward: PortForward | undefined;
  }) {
    this.#gate = options.gate;
    this.#connections = options.connections;
    this.#log = options.log;
    this.#clock = options.clock;
    this.#portForward = options.portForward ?? (() => undefined);
  }

  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => undefined);
    // Node passes only sockets to a server.
    if (!(socket instanceof Socket)) return;
    void this.#answer(request, socket, head);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #answer(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const [path = "", search = ""] = (request.url ?? "/").split("?");
    const method = request.method ?? "GET";
    const query = new URLSearchParams(search);
    const info = parseRequestInfo(method, path, query);
    const { user, refusal } = this.#gate.enter(request, { method, path, query, info });
    try {
      if (refusal !== undefined) throw refusal;
      if (info === undefined) throw noSuchResource();
      this.#connections.open(info, user);
      checkProtocol(request);
      this.#note(request, info, user, 101);
      this.#upgrade(socket, head, info);
    } catch (error) {
      const status = error instanceof StatusError ? error : badRequest("Upgrade request required");
      const isKnown = user !== undefined && user !== anonymous;
      if (isKnown && info !== undefined) this.#note(request, info, user, status.status.code);
      await refuse(request, socket, status);
    }
  }

  #upgrade(socket: Duplex, head: Buffer, { namespace, name }: RequestInfo): void {
    socket.write(
      ["HTTP/1.1 101 Switching Protocols", "Connection: Upgrade", "Upgrade: SPDY/3.1"]
        .concat(`X-Stream-Protocol-Version: ${protocol}`, "", "")
        .join("\r\n"),
    );
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    void forwardPorts(
      socket,
      head,
      async (port) =>
        (await this.#connection({ namespace, pod: name, port })) ??
        `failed to connect to localhost:${port} of pod ${namespace}/${name}: connection refused`,
    );
  }

  async #connection(to: PodPort): Promise<Duplex | undefined> {
    try {
      return await this.#portForward(to);
    } catch {
      return undefined;
    }
  }

  #note(request: IncomingMessage, info: RequestInfo, user: Authenticated, status: number): void {
    this.#log.add(() => logEntry(request, { info, user, status, received: this.#clock.now() }));
  }
}

/** @throws StatusError - the requested protocol is not supported. */
function checkProtocol({ headers }: IncomingMessage): void {
  const { upgrade = "", "x-stream-protocol-version": offered = "" } = headers;
  if (upgrade.toLowerCase() !== "spdy/3.1")
    throw badRequest(`unable to upgrade: ${upgrade} is not served, SPDY/3.1 is`);
  if (![offered].flat().join(",").includes(protocol)) throw badRequest(`unable to upgrade: ${protocol} is not offered`);
}

/** Answers in HTTP, and closes the connection. */
async function refuse(request: IncomingMessage, socket: Socket, status: StatusError): Promise<void> {
  // Loaded on demand: Node loads its fetch with this module, which takes 3 MiB.
  const { ServerResponse } = await import("node:http");
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  response.shouldKeepAlive = false;
  response.on("finish", () => socket.end());
  sendError(response, status, compact);
}

/** Returns a connection to a port, or the reason why there is none. */
type Connect = (port: number) => Promise<Duplex | string>;

/**
 * Forwards ports over an upgraded connection (portforward.k8s.io): for each, the client opens a stream for errors and a stream for data.
 * Ends when the client disconnects.
 */
async function forwardPorts(transport: Duplex, head: Buffer, connect: Connect): Promise<void> {
  const errors = new Map<string, SpdyStream>();
  await SpdySession.serve(transport, head, (stream) => {
    // A stream that is cut off needs no report.
    stream.on("error", () => undefined);
    const request = stream.headers.get("requestid") ?? "";
    if (stream.headers.get("streamtype") === "error") {
      errors.set(request, stream.resume());
      return;
    }
    const error = errors.get(request);
    errors.delete(request);
    void forward(stream, connect).then((problem) => error?.end(problem));
  });
}

/** Resolves when both sides have ended, with a problem if there was no connection. */
async function forward(data: SpdyStream, connect: Connect): Promise<string | undefined> {
  const port = Number(data.headers.get("port") ?? "");
  const connection = await connect(port);
  if (typeof connection === "string") {
    data.end();
    return connection;
  }
  await Promise.allSettled([pipeline(data, connection), pipeline(connection, data)]);
  return undefined;
}
