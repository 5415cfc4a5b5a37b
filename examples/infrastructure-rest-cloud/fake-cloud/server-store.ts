/** A server of the cloud. */
export interface CloudServer {
  readonly id: string;
  name: string;
  readonly size: string;
  readonly diskGiB: number | undefined;
  readonly zone: string;
  readonly ip: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly userData: string;
  /** The load balancer that forwards connections to it. */
  readonly loadBalancer: string | undefined;
  readonly runningAt: number;
  /** When lists begin to show it; reading it by id shows it immediately. */
  readonly listedAt: number;
  goneAt: number | undefined;
  /** A change of its size, which is in effect from then on. */
  resize?: { readonly size: string; readonly doneAt: number };
}

/** A request for a server. */
export interface ServerWish extends Pick<
  CloudServer,
  "name" | "size" | "diskGiB" | "zone" | "tags" | "userData" | "loadBalancer"
> {
  /** Chosen by the cloud if unset. */
  readonly address?: string | undefined;
}

/** An operation in progress in the cloud. */
export interface Operation {
  readonly id: string;
  readonly doneAt: number;
  readonly server: CloudServer | undefined;
  readonly error: { readonly code: string; readonly message: string } | undefined;
}

/** Durations in milliseconds, and quotas. */
export interface CloudLimits {
  readonly createMs: number;
  readonly deleteMs: number;
  /** The delay until lists show a new server. */
  readonly listLagMs: number;
  readonly quota: number;
}

/** The resources of the cloud. States follow from the time; no method waits. */
export class ServerStore {
  #limits: CloudLimits;
  readonly #now: () => number;
  readonly #servers = new Map<string, CloudServer>();
  readonly #operations = new Map<string, Operation>();
  #count = 0;

  constructor(limits: CloudLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Every server ever created, including deleted ones. */
  get all(): readonly CloudServer[] {
    return [...this.#servers.values()];
  }

  get living(): readonly CloudServer[] {
    return this.all.filter(({ goneAt }) => goneAt === undefined || goneAt > this.#now());
  }

  get isFull(): boolean {
    return this.living.length >= this.#limits.quota;
  }

  listed(tag: string | null): readonly CloudServer[] {
    const [key = "", value] = tag?.split("=") ?? [];
    return this.living.filter(({ listedAt, tags }) => listedAt <= this.#now() && (tag === null || tags[key] === value));
  }

  server(id: string): CloudServer | undefined {
    return this.living.find((server) => server.id === id);
  }

  operation(id: string): Operation | undefined {
    return this.#operations.get(id);
  }

  create({ address, ...wish }: ServerWish): Operation {
    this.#count += 1;
    const now = this.#now();
    const server: CloudServer = {
      ...wish,
      id: `srv-${wish.name}-${this.all.filter(({ id }) => id.startsWith(`srv-${wish.name}-`)).length + 1}`,
      ip: address ?? `10.0.${Math.floor(this.#count / 250)}.${(this.#count % 250) + 1}`,
      runningAt: now + this.#limits.createMs,
      listedAt: now + this.#limits.listLagMs,
      goneAt: undefined,
    };
    this.#servers.set(server.id, server);
    return this.#operate(wish.name, { server, error: undefined });
  }

  /** An operation that will fail. */
  createInVain(name: string): Operation {
    const error = { code: "no_capacity", message: "No host is free at present." };
    return this.#operate(name, { server: undefined, error });
  }

  /** Changes the size of a server, without replacing it. Repeating the request changes nothing. */
  resize(server: CloudServer, size: string): void {
    if (server.resize?.size !== size) server.resize = { size, doneAt: this.#now() + this.#limits.createMs };
  }

  sizeOf({ size, resize }: CloudServer): string {
    return resize !== undefined && resize.doneAt <= this.#now() ? resize.size : size;
  }

  /** Renames a server, as a user does by hand. */
  rename(from: string, to: string): void {
    for (const server of this.#servers.values()) if (server.name === from) server.name = to;
  }

  /** Changes the quota of the account. */
  limit(limits: Partial<CloudLimits>): void {
    this.#limits = { ...this.#limits, ...limits };
  }

  remove(server: CloudServer, deleteMs = this.#limits.deleteMs): void {
    server.goneAt = Math.min(server.goneAt ?? Infinity, this.#now() + deleteMs);
  }

  #operate(name: string, result: Pick<Operation, "server" | "error">): Operation {
    const earlier = [...this.#operations.keys()].filter((id) => id.startsWith(`op-${name}-`)).length;
    const operation = { ...result, id: `op-${name}-${earlier + 1}`, doneAt: this.#now() + this.#limits.createMs };
    this.#operations.set(operation.id, operation);
    return operation;
  }
}
