import { devMap } from "@capstan/provider";
import type { Server } from "./__prefixFile__-cloud.ts";
import type { GroupRequest, ServerGroups } from "./server-groups.ts";

/** Groups for tests and first steps: lost when the process ends, unless `capstan dev` restarts it. */
export class InMemoryServerGroups implements ServerGroups {
  /** Servers by the name of their group. */
  readonly groups = devMap<readonly Server[]>("groups");
  /** The state of all servers. */
  serverState: Server["state"] = "running";
  /** How many servers were ever created. */
  readonly #made = devMap<number>("made");

  findGroup(name: string): Promise<readonly Server[] | undefined> {
    const servers = this.groups.get(name)?.map((server) => ({ ...server, state: this.serverState }));
    return Promise.resolve(servers);
  }

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
    const made = (this.#made.get("servers") ?? 0) + 1;
    this.#made.set("servers", made);
    return { id: `${name}-${String(made)}`, state: this.serverState, address: `198.51.100.${String(made)}` };
  }
}
