import type { OutsideWorld } from "@capstan/testkit/conformance";
import type { Endpoint, Server, ServerIdentity, ServerRequest } from "../src/cloud/__prefixFile__-cloud.ts";
import { InMemoryCloud } from "../src/cloud/in-memory-cloud.ts";

/** Reports changes of servers, or of endpoints, depending on the kind under test, to the conformance suite. */
export class ReportingCloud extends InMemoryCloud {
  readonly #servers: OutsideWorld | undefined;
  readonly #endpoints: OutsideWorld | undefined;

  constructor({ servers, endpoints }: { servers?: OutsideWorld; endpoints?: OutsideWorld }) {
    super();
    this.#servers = servers;
    this.#endpoints = endpoints;
  }

  override async ensureServer(request: ServerRequest): Promise<Server> {
    this.#servers?.call();
    const server = await super.ensureServer(request);
    this.#servers?.created(server.id, request.userData);
    return server;
  }

  override async findServer(id: string): Promise<Server | undefined> {
    this.#servers?.call();
    return super.findServer(id);
  }

  override async removeServer(server: ServerIdentity): Promise<boolean> {
    this.#servers?.call();
    const before = [...this.servers.keys()];
    const isGone = await super.removeServer(server);
    for (const id of before) if (!this.servers.has(id)) this.#servers?.removed(id);
    return isGone;
  }

  override async ensureEndpoint(clusterId: string): Promise<Endpoint> {
    this.#endpoints?.call();
    const endpoint = await super.ensureEndpoint(clusterId);
    this.#endpoints?.created(clusterId);
    return endpoint;
  }

  override async removeEndpoint(clusterId: string): Promise<boolean> {
    this.#endpoints?.call();
    const isGone = await super.removeEndpoint(clusterId);
    this.#endpoints?.removed(clusterId);
    return isGone;
  }
}
