import { createHash } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A machine of a group. */
export interface Instance {
  readonly id: string;
  readonly userData: string;
  readonly runningAt: number;
}

interface Group {
  desired: number;
  machineType: string;
  userData: string;
  instances: Instance[];
  goneAt: number | undefined;
}

type Wish = Partial<Pick<Group, "desired" | "machineType" | "userData">>;

/** Options of {@link GroupCloud.start}. */
export interface GroupCloudOptions {
  readonly clock: { now(): number };
  readonly port?: number;
  /** How long an instance takes to start. Default: 3 s. */
  readonly startMs?: number;
  /** How long deleting a group takes. Default: 3 s. */
  readonly deleteMs?: number;
}

/**
 * A cloud that has only autoscaling groups: each maintains its desired number of instances, and creates new ones from its present user
 * data. It sets no timers: its state follows from the clock.
 */
export class GroupCloud {
  /** Called for each new instance, with the name of its group, and for each removed one. */
  onCreated: (instance: Instance, group: string) => void = () => undefined;
  onRemoved: (instance: Instance) => void = () => undefined;
  /** Called before each request is handled; if it throws, the cloud is unavailable for that request. */
  beforeAnswer: () => void = () => undefined;
  /** The writes, such as `PUT /groups/default.p1`. */
  readonly changes: string[] = [];
  readonly #groups = new Map<string, Group>();
  readonly #options: Required<Omit<GroupCloudOptions, "port">>;
  readonly #http: Server;
  #made = 0;

  private constructor({ clock, startMs = 3_000, deleteMs = 3_000 }: GroupCloudOptions) {
    this.#options = { clock, startMs, deleteMs };
    this.#http = createServer((request, response) => {
      text(request)
        .then((body) => {
          const { method = "", url = "/" } = request;
          this.#answer(response, method, decodeURIComponent(url), JSON.parse(body || "{}") as Wish);
        })
        // A test that throws after a creation loses the response; the change is made.
        .catch(() => response.destroy());
    });
  }

  static async start(options: GroupCloudOptions): Promise<GroupCloud> {
    const cloud = new GroupCloud(options);
    await new Promise<void>((resolve) => cloud.#http.listen(options.port ?? 0, "127.0.0.1", resolve));
    return cloud;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** The instances of a group. */
  instances(name: string): readonly Instance[] {
    return this.#groups.get(name)?.instances ?? [];
  }

  get groupNames(): readonly string[] {
    return [...this.#groups.keys()];
  }

  /** Removes everything, as when a user empties the account. */
  clear(): void {
    this.#groups.clear();
  }

  /** Scales a group, as the cloud's autoscaler does. */
  scale(name: string, desired: number): void {
    const group = this.#groups.get(name);
    if (group === undefined) throw new Error(`There is no group ${name}`);
    group.desired = desired;
    this.#level(name, group);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  #answer(response: ServerResponse, method: string, path: string, wish: Wish): void {
    try {
      this.beforeAnswer();
    } catch {
      send(response, 503, { message: "The cloud is out of order" });
      return;
    }
    const [, collection, name = "", , instance] = path.split("/");
    if (collection !== "groups" || name === "") {
      send(response, 404, {});
      return;
    }
    if (method !== "GET") this.changes.push(`${method} ${path}`);
    if (method === "PUT") this.#put(name, wish);
    if (method === "DELETE" && instance === undefined) this.#delete(name);
    if (method === "DELETE" && instance !== undefined) this.#removeInstance(name, instance);
    const group = this.#present(name);
    if (group === undefined) {
      send(response, 404, {});
      return;
    }
    send(response, 200, this.#view(group));
  }

  #put(name: string, wish: Wish): void {
    const none = { desired: 1, machineType: "small", userData: "", instances: [], goneAt: undefined };
    const group = Object.assign(this.#present(name) ?? none, wish);
    this.#groups.set(name, group);
    if (group.goneAt === undefined) this.#level(name, group);
  }

  #delete(name: string): void {
    const group = this.#present(name);
    if (group === undefined) return;
    group.desired = 0;
    this.#level(name, group);
    group.goneAt ??= this.#options.clock.now() + this.#options.deleteMs;
  }

  /** Removing a missing instance does not reduce the group. */
  #removeInstance(name: string, id: string): void {
    const group = this.#present(name);
    const index = group?.instances.findIndex((instance) => instance.id === id) ?? -1;
    if (group === undefined || index === -1) return;
    group.desired -= 1;
    for (const instance of group.instances.splice(index, 1)) this.onRemoved(instance);
  }

  #present(name: string): Group | undefined {
    const group = this.#groups.get(name);
    if (group?.goneAt !== undefined && group.goneAt <= this.#options.clock.now()) this.#groups.delete(name);
    return this.#groups.get(name);
  }

  /** Removes the oldest first. */
  #level(name: string, group: Group): void {
    const surplus = group.instances.length - group.desired;
    for (const instance of group.instances.splice(0, Math.max(0, surplus))) this.onRemoved(instance);
    while (group.instances.length < group.desired) {
      const runningAt = this.#options.clock.now() + this.#options.startMs;
      const instance = { id: `i-${(this.#made += 1)}`, userData: group.userData, runningAt };
      group.instances.push(instance);
      this.onCreated(instance, name);
    }
  }

  #view({ desired, machineType, userData, instances }: Group): object {
    const now = this.#options.clock.now();
    return {
      desired,
      machineType,
      userDataSHA256: createHash("sha256").update(userData).digest("hex"),
      instances: instances.map(({ id, runningAt }) => ({ id, state: runningAt <= now ? "running" : "starting" })),
    };
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
