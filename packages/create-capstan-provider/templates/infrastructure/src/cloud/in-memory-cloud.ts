import { devMap } from "@capstan/provider";
import type { Endpoint, __Prefix__Cloud, Server, ServerIdentity, ServerRequest } from "./__prefixFile__-cloud.ts";

/** A cloud for tests and first steps: it loses its state when the process ends, unless `capstan dev` restarts it. */
export class InMemoryCloud implements __Prefix__Cloud {
  /** By id, which contains the name that the server was created under. */
  readonly servers = devMap<Server>("servers");
  /** By the id of the cluster. */
  readonly endpoints = devMap<Endpoint>("endpoints");
  /** The state of new servers, and of existing ones at their next read. */
  serverState: Server["state"] = "running";

  ensureServer({ name }: ServerRequest): Promise<Server> {
    const id = idOf({ name });
    const address = this.servers.get(id)?.address ?? `192.0.2.${String(this.servers.size + 1)}`;
    const server = { id, address, state: this.serverState };
    this.servers.set(id, server);
    return Promise.resolve(server);
  }

  findServer(id: string): Promise<Server | undefined> {
    const server = this.servers.get(id);
    return Promise.resolve(server && { ...server, state: this.serverState });
  }

  removeServer(server: ServerIdentity): Promise<boolean> {
    this.servers.delete(idOf(server));
    return Promise.resolve(true);
  }

  ensureEndpoint(clusterId: string): Promise<Endpoint> {
    const endpoint = this.endpoints.get(clusterId) ?? { host: `${clusterId}.__name__.example.com`, port: 6443 };
    this.endpoints.set(clusterId, endpoint);
    return Promise.resolve(endpoint);
  }

  removeEndpoint(clusterId: string): Promise<boolean> {
    this.endpoints.delete(clusterId);
    return Promise.resolve(true);
  }
}

function idOf(server: ServerIdentity): string {
  return "id" in server ? server.id : `server-${server.name}`;
}
