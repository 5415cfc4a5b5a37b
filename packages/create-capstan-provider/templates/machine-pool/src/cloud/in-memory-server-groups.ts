import type { Server } from "./__prefixFile__-cloud.ts";
import type { GroupRequest, ServerGroups } from "./server-groups.ts";

/** Groups that are forgotten when the process ends: for tests and first steps. */
export class InMemoryServerGroups implements ServerGroups {
  /** Servers by the name of their group. */
  readonly groups = new Map<string, readonly Server[]>();
  /** The state of all servers. */
  serverState: Server["state"] = "running";
  #made = 0;

  ensureGroup(request: GroupRequest): Promise<readonly Server[]> {
    const kept = (this.groups.get(request.name) ?? []).slice(0, request.replicas);
    const added = Array.from({ length: request.replicas - kept.length }, () => this.makeServer(request));
    const servers = [...kept, ...added].map((server) => ({ ...server, state: this.serverState }));
    this.groups.set(request.name, servers);
    return Promise.resolve(servers);
  }

  removeGroup(name: string): Promise<boolean> {
    this.groups.delete(name);
    return Promise.resolve(true);
  }

  protected makeServer({ name }: GroupRequest): Server {
    this.#made += 1;
    return { id: `${name}-${String(this.#made)}`, state: this.serverState, address: `198.51.100.${String(this.#made)}` };
  }
}
