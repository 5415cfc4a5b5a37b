import type { Endpoint, __Prefix__Cloud, Server, ServerRequest } from "./__prefixFile__-cloud.ts";

/** A cloud that forgets everything when the process ends: for tests and first steps. */
export class InMemoryCloud implements __Prefix__Cloud {
  readonly servers = new Map<string, Server>();
  readonly endpoints = new Map<string, Endpoint>();
  /** What `ensureServer` answers. */
  serverState: Server["state"] = "running";

  ensureServer({ uid }: ServerRequest): Promise<Server> {
    const known = this.servers.get(uid);
    const number = this.servers.size + 1;
    const server = { ...(known ?? { id: uid, address: `192.0.2.${String(number)}` }), state: this.serverState };
    this.servers.set(uid, server);
    return Promise.resolve(server);
  }

  removeServer(uid: string): Promise<boolean> {
    this.servers.delete(uid);
    return Promise.resolve(true);
  }

  ensureEndpoint(uid: string): Promise<Endpoint> {
    const endpoint = this.endpoints.get(uid) ?? { host: `${uid}.__name__.example.com`, port: 6443 };
    this.endpoints.set(uid, endpoint);
    return Promise.resolve(endpoint);
  }

  removeEndpoint(uid: string): Promise<boolean> {
    this.endpoints.delete(uid);
    return Promise.resolve(true);
  }
}
