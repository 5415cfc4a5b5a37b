import { type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { isJsonObject, type JsonObject, listAt, textAt } from "@capstan/kube";
import { type CertificateAndKey } from "@capstan/kube/x509";
import { type Availability } from "../api-services/api-service.ts";
import { RemoteVersions } from "../api-services/remote-versions.ts";
import { type ApiObject } from "../object/api-object.ts";
import { sendText } from "../output/respond.ts";
import { onceClosed } from "../output/once-closed.ts";
import { type Store } from "../store/store.ts";
import { type Authenticated, userGroups } from "../user/user.ts";
import { type Services } from "../webhook/webhook-client.ts";
import { askRemote } from "./ask-remote.ts";
import { type RemoteServer, remoteServerOf } from "./remote-server.ts";

/** The time limit of an availability probe. */
const probeMs = 5_000;
const prober: Authenticated = { name: "system:kube-aggregator", groups: [userGroups.masters] };

/** A request that another server answers. */
export interface PassedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly user: Authenticated;
  readonly body: Buffer;
}

/** Proxies requests to the servers of APIServices, and probes their availability. */
export class Aggregation {
  readonly #store: Store;
  readonly #services: Services | undefined;
  readonly #remote: RemoteVersions;
  readonly #issue: () => Promise<CertificateAndKey>;
  #credentials: Promise<CertificateAndKey> | undefined;
  /** Their last known resources, by the names of their APIServices. */
  readonly #resources = new Map<string, readonly JsonObject[]>();

  constructor(options: {
    readonly store: Store;
    /** The addresses of Services. */
    readonly services: Services | undefined;
    /** Creates the client credentials for other servers. */
    readonly credentials: () => Promise<CertificateAndKey>;
  }) {
    this.#store = options.store;
    this.#services = options.services;
    this.#remote = new RemoteVersions(options.store);
    this.#issue = options.credentials;
  }

  /** The server of an APIService, if its address is known. */
  serverOf(apiService: ApiObject): RemoteServer | undefined {
    return remoteServerOf({ store: this.#store, services: this.#services }, apiService);
  }

  /** The resources of a version that another server serves; undefined while they are not known. */
  resourcesOf(name: string): readonly JsonObject[] | undefined {
    return this.#resources.get(name);
  }

  /** Whether another server must answer requests for a path. */
  serves(path: string): boolean {
    return this.#remote.find(path) !== undefined;
  }

  /** Proxies a request to the other server, if possible. */
  async answer(asked: PassedRequest): Promise<void> {
    const apiService = this.#remote.find(asked.path);
    const server = apiService !== undefined && isAvailable(apiService) ? this.serverOf(apiService) : undefined;
    if (server === undefined) sendText(asked.response, 503, "service unavailable\n");
    else await this.#pass(server, asked);
  }

  /** Probes a server, and reads its resources. */
  async probe({ metadata: { name } }: ApiObject, server: RemoteServer): Promise<Availability> {
    const url = `https://${server.hostname}:${server.port}${server.root}`;
    try {
      const response = await askRemote(server, await this.#proof(), {
        method: "GET",
        path: server.root,
        headers: { accept: "application/json" },
        body: Buffer.alloc(0),
        user: prober,
        signal: AbortSignal.timeout(probeMs),
      });
      const text = await textOf(response);
      const { statusCode = 0 } = response;
      if (statusCode < 200 || statusCode >= 300) throw new Error(`bad status from ${url}: ${statusCode}`);
      this.#resources.set(name, resourcesIn(text));
      return { status: "True", reason: "Passed", message: "all checks passed" };
    } catch (error) {
      this.#resources.delete(name);
      const why = error instanceof Error ? error.message : String(error);
      return {
        status: "False",
        reason: "FailedDiscoveryCheck",
        message: `failing or missing response from ${url}: ${why}`,
      };
    }
  }

  async #pass(server: RemoteServer, { request, response, user, body }: PassedRequest): Promise<void> {
    const gone = new AbortController();
    onceClosed(response, () => {
      gone.abort();
    });
    try {
      const answer = await askRemote(server, await this.#proof(), {
        method: request.method ?? "GET",
        path: request.url ?? "/",
        headers: request.headers,
        body,
        user,
        signal: gone.signal,
      });
      response.writeHead(answer.statusCode ?? 502, answerHeaders(answer));
      // If the other server disconnects, its partial answer has been sent already.
      pipeline(answer, response, () => undefined);
      response.flushHeaders();
    } catch (error) {
      if (gone.signal.aborted) return;
      sendText(response, 503, `${error instanceof Error ? error.message : String(error)}\n`);
    }
  }

  #proof(): Promise<CertificateAndKey> {
    this.#credentials ??= this.#issue();
    return this.#credentials;
  }
}

function isAvailable(apiService: ApiObject): boolean {
  return listAt(apiService, "status", "conditions").some(
    (one) => textAt(one, "type") === "Available" && textAt(one, "status") === "True",
  );
}

const betweenHops = new Set(["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"]);

function answerHeaders({ headers }: IncomingMessage): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || betweenHops.has(name) ? [] : [[name, value]],
    ),
  );
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function resourcesIn(text: string): JsonObject[] {
  try {
    return listAt(JSON.parse(text) as unknown, "resources").filter(isJsonObject);
  } catch {
    return [];
  }
}
