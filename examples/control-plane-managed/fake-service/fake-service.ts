import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { ApiServer } from "@capstan/apiserver";
import type { HostedControlPlane } from "../src/cloud/control-plane-service.ts";

/** Options of {@link FakeService.start}. */
export interface FakeServiceOptions {
  readonly clock: { now(): number };
  readonly port?: number;
  /** How long creating or upgrading a control plane takes. Default: 5 s. */
  readonly workMs?: number;
}

/** Observes the service. */
export interface FakeServiceObserver {
  /** Called before each response; if it throws, the service is unavailable for that request. */
  call(): void;
  created(id: string): void;
  removed(id: string): void;
}

interface Hosted {
  readonly server: ApiServer;
  version: string;
  wanted: string;
  /** When the present work is done. */
  doneAt: number;
}

const defaultVersion = "v1.36.0";

/** A cloud that runs control planes: each is an API server on loopback, to which Nodes can be added. */
export class FakeService implements AsyncDisposable {
  observer: FakeServiceObserver | undefined;
  readonly #http: Server;
  readonly #options: FakeServiceOptions;
  readonly #hosted = new Map<string, Hosted>();

  private constructor(options: FakeServiceOptions) {
    this.#options = options;
    this.#http = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(options: FakeServiceOptions): Promise<FakeService> {
    const service = new FakeService(options);
    await new Promise<void>((resolve) => service.#http.listen(options.port ?? 0, "127.0.0.1", resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** Ids of the existing control planes. */
  get ids(): readonly string[] {
    return [...this.#hosted.keys()];
  }

  /** The kubeconfig for kubelets of its control plane; undefined: it does not exist. */
  kubeconfigOf(id: string): string | undefined {
    return this.#hosted.get(id)?.server.kubeconfig;
  }

  /** Removes everything, as when a user empties the account. */
  async clear(): Promise<void> {
    const servers = [...this.#hosted.values()].map(({ server }) => server);
    this.#hosted.clear();
    await Promise.all(servers.map((server) => server.close()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
    await this.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = decodeURIComponent((request.url ?? "").replace("/v1/control-planes/", ""));
    const body = JSON.parse((await text(request)) || "{}") as { readonly version?: string };
    try {
      this.observer?.call();
      if (request.method === "DELETE") {
        await this.#remove(id);
        response.writeHead(204).end();
      } else {
        const hosted = await this.#ensure(id, body.version);
        response.writeHead(200).end(JSON.stringify(hosted));
      }
    } catch {
      response.writeHead(503).end();
    }
  }

  async #ensure(id: string, wanted = defaultVersion): Promise<HostedControlPlane> {
    const now = this.#options.clock.now();
    const workMs = this.#options.workMs ?? 5_000;
    const found = this.#hosted.get(id);
    const hosted = found ?? { server: await ApiServer.start(), version: wanted, wanted, doneAt: now + workMs };
    if (found === undefined) {
      this.#hosted.set(id, hosted);
      this.observer?.created(id);
    }
    if (hosted.wanted !== wanted) Object.assign(hosted, { wanted, doneAt: now + workMs });
    const isDone = now >= hosted.doneAt;
    if (isDone) hosted.version = hosted.wanted;
    const isUpgrading = hosted.version !== hosted.wanted;
    if (!isDone && !isUpgrading) return { version: hosted.version, isUpgrading };
    const { hostname, port } = new URL(hosted.server.url);
    const access = { endpoint: { host: hostname, port: Number(port) }, kubeconfig: hosted.server.kubeconfig };
    return { version: hosted.version, isUpgrading, access };
  }

  async #remove(id: string): Promise<void> {
    const hosted = this.#hosted.get(id);
    this.#hosted.delete(id);
    await hosted?.server.close();
    this.observer?.removed(id);
  }
}
