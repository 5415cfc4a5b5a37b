import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { pipeline } from "node:stream/promises";
import { http } from "../http/node-http.ts";
import { OpenConnections } from "../http/open-connections.ts";
import { isOwnRequest } from "@capstan/kube";
import type { Clock } from "../clock/clock.ts";
import { StoppedError, TimedOutError } from "../errors/runtime-errors.ts";
import type { Logger } from "../logging/logger.ts";
import type { TlsSettings } from "../tls/tls-settings.ts";
import { selfSignedCertificate } from "../webhook/serving-certificate.ts";
import type { Door } from "./door.ts";
import { type Answer, type Endpoints, text } from "./endpoint.ts";
import { addressOf, listenOn } from "./listen-address.ts";

/** Options of a {@link DiagnosticsServer}. */
export interface DiagnosticsServerOptions {
  readonly address: string;
  readonly endpoints: Endpoints;
  /** Serves HTTPS with a self-signed certificate, which clients cannot verify. Default: plain HTTP. */
  readonly tls?: TlsSettings;
  /** Decides who may pass. Default: everyone. */
  readonly door?: Door;
  /** Whether it is for this machine only, so that no page in a browser on it may send requests for another host. Default: no. */
  readonly isLocal?: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

const headersTimeoutMs = 10_000;
/** For a connection without traffic. */
const idleTimeoutMs = 90_000;
/** For an answer, however slowly the client reads it. */
const answerTimeoutMs = 600_000;
const most = 200;

/** Metrics and profiles of a manager. */
export class DiagnosticsServer {
  readonly #options: DiagnosticsServerOptions;
  readonly #server: Server;
  readonly #connections: OpenConnections;
  readonly #closing = new AbortController();

  private constructor(options: DiagnosticsServerOptions, server: Server) {
    this.#options = options;
    this.#server = server;
    this.#connections = new OpenConnections(server, { most });
    server.setTimeout(idleTimeoutMs);
    server.on("request", (request, response) => void this.#serve(request, response));
  }

  /** @throws CommandLineError - it cannot listen there. */
  static async start(options: DiagnosticsServerOptions): Promise<DiagnosticsServer> {
    const limits = {
      headersTimeout: headersTimeoutMs,
      requestTimeout: headersTimeoutMs,
      handshakeTimeout: headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
    };
    const { tls, clock } = options;
    let server: Server;
    if (tls === undefined) server = http.createServer(limits);
    else {
      const { certificate, privateKey } = await selfSignedCertificate(clock.now(), "capstan diagnostics");
      server = createHttpsServer({ ...limits, ...tls, cert: certificate, key: privateKey });
    }
    const started = new DiagnosticsServer(options, server);
    await listenOn(server, options.address, "Diagnostics");
    return started;
  }

  /** `host:port` with the actual port. */
  get address(): string {
    return addressOf(this.#server);
  }

  async close(): Promise<void> {
    this.#closing.abort(new StoppedError("The diagnostics have been closed"));
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#connections.destroy();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { clock, logger } = this.#options;
    const ending = new AbortController();
    const gone = (): void => {
      ending.abort(new StoppedError("The client closed the connection"));
    };
    response.once("close", gone);
    const timer = clock.setTimer(answerTimeoutMs, () => {
      ending.abort(new TimedOutError(`The response took longer than ${answerTimeoutMs / 1_000} s`));
      response.destroy();
    });
    try {
      const signal = AbortSignal.any([ending.signal, this.#closing.signal]);
      await send(response, await this.#answer(request, signal));
    } catch (error) {
      if (!ending.signal.aborted && !this.#closing.signal.aborted) {
        logger.error("A request for diagnostics failed", { path: pathOf(request), error });
      }
      if (response.headersSent) response.destroy();
      else await send(response, text(500, "Internal error")).catch(() => undefined);
    } finally {
      timer.cancel();
    }
  }

  async #answer(request: IncomingMessage, signal: AbortSignal): Promise<Answer> {
    // Compares the path as sent, so that the path that the API server authorizes is exactly the one that is served.
    const path = pathOf(request);
    if (this.#options.isLocal === true && !isOwnRequest(request.headers))
      return text(403, "Send the request to localhost");
    const endpoint = this.#options.endpoints.get(path);
    if (endpoint === undefined) return text(404, "not found");
    const passage = await this.#options.door?.admit(request, path);
    if (passage?.passes === false) return text(passage.status, passage.says);
    const { method = "GET" } = endpoint;
    if (request.method !== method && !(method === "GET" && request.method === "HEAD")) {
      return text(405, `This path only accepts ${method}`);
    }
    if (request.method === "HEAD") return { status: 200, body: "" };
    const query = new URLSearchParams((request.url ?? "").split("?")[1]);
    return endpoint.answer({ request, query, signal });
  }
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?")[0] ?? "/";
}

async function send(response: ServerResponse, { status, contentType, body }: Answer): Promise<void> {
  response.writeHead(status, {
    "content-type": contentType ?? "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    // The body of a refused request has not been read.
    ...(status >= 400 ? { connection: "close" } : {}),
  });
  if (typeof body === "string") response.end(body);
  else await pipeline(body, response);
}
