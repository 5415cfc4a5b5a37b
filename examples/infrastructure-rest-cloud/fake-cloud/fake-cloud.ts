import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type FaultRates, Faults } from "./faults.ts";
import { RateLimit } from "./rate-limit.ts";
import { type CloudLimits, type CloudServer, ServerStore, type ServerWish } from "./server-store.ts";

/** Options of {@link FakeCloud.start}. */
export interface FakeCloudOptions extends Partial<CloudLimits> {
  readonly clock: { now(): number };
  readonly token: string;
  readonly port?: number;
  readonly seed?: number;
  readonly faults?: Partial<FaultRates>;
  readonly requestsPerSecond?: number;
}

interface Reply {
  readonly status: number;
  readonly body: object;
  readonly headers?: Record<string, string>;
}

const noFaults: FaultRates = { unavailable: 0, replyLost: 0, noCapacity: 0 };
const zones = ["north", "south", "west"];
const sizes = ["small", "large"];

/**
 * A cloud that behaves like real clouds: asynchronous operations, lists that lag behind, rate limits, a quota, faults by seed. It sets no
 * timers: its state follows from the clock.
 */
export class FakeCloud {
  readonly store: ServerStore;
  readonly rateLimit: RateLimit;
  /** The admitted requests, such as `POST /v1/servers`, in order of arrival. */
  readonly requests: string[] = [];
  /** Called for each new server before the reply is sent; the reply waits for it. */
  beforeCreateReply: (server: CloudServer) => Promise<void> | void = () => undefined;
  /** Called before each request is handled; if it throws, the cloud is unavailable for that request. */
  beforeAnswer: () => void = () => undefined;
  /** Called once a request has taken effect, before the reply is sent. */
  afterAnswer: () => void = () => undefined;
  /** Whether replies to server creation are lost. */
  loseCreateReplies = false;
  readonly #http: Server;
  readonly #options: FakeCloudOptions;
  readonly #faults: Faults;
  readonly #balancers = new Map<string, object>();
  #token: string;

  private constructor(options: FakeCloudOptions) {
    const { clock, seed = 1, faults = {}, requestsPerSecond = 1_000 } = options;
    const { createMs = 5_000, deleteMs = 3_000, listLagMs = 8_000, quota = 1_000 } = options;
    this.#options = options;
    this.#token = options.token;
    this.store = new ServerStore({ createMs, deleteMs, listLagMs, quota }, () => clock.now());
    this.#faults = new Faults(seed, { ...noFaults, ...faults });
    this.rateLimit = new RateLimit(requestsPerSecond);
    this.#http = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(options: FakeCloudOptions): Promise<FakeCloud> {
    const cloud = new FakeCloud(options);
    await new Promise<void>((resolve) => cloud.#http.listen(options.port ?? 0, "127.0.0.1", resolve));
    return cloud;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** Creates a load balancer, as the controller of a Service does in the workload cluster; `unbalance` deletes it. */
  balance(id: string): void {
    this.#balance(id);
  }

  unbalance(id: string): void {
    this.#balancers.delete(id);
  }

  get balancers(): readonly string[] {
    return [...this.#balancers.keys()];
  }

  /** Removes everything, as when a user empties the account. */
  clear(): void {
    this.#balancers.clear();
    for (const server of this.store.living) this.store.remove(server, 0);
  }

  /** Accepts only this token from now on. */
  rotateToken(token: string): void {
    this.#token = token;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse((await text(request)) || "{}") as Partial<ServerWish>;
    const { method = "", headers } = request;
    const url = new URL(request.url ?? "/", this.url);
    const wait = this.rateLimit.refuse(this.#options.clock.now());
    if (wait !== undefined) {
      send(response, { ...problem(429, "rate_limited"), headers: { "retry-after": `${wait}` } });
      return;
    }
    this.requests.push(`${method} ${url.pathname}${url.search}`);
    if (headers.authorization !== `Bearer ${this.#token}`) {
      send(response, problem(401, "token_refused"));
      return;
    }
    const fault = this.#isOutOfOrder()
      ? "unavailable"
      : this.#faults.next(`${method} ${url.pathname} ${body.name ?? ""}`);
    if (fault === "unavailable") {
      send(response, problem(503, "unavailable"));
      return;
    }
    const reply = await this.#answer(method, url, body, fault === "noCapacity");
    this.afterAnswer();
    if (fault === "replyLost" || (this.loseCreateReplies && method === "POST")) request.socket.destroy();
    else send(response, reply);
  }

  #isOutOfOrder(): boolean {
    try {
      this.beforeAnswer();
      return false;
    } catch {
      return true;
    }
  }

  async #answer(method: string, url: URL, body: Partial<ServerWish>, inVain: boolean): Promise<Reply> {
    const [, , collection, id, action] = url.pathname.split("/");
    switch (`${method} ${collection}`) {
      case "GET zones":
        return { status: 200, body: { zones } };
      case "PUT load-balancers":
        return { status: 200, body: this.#balance(id ?? "") };
      case "DELETE load-balancers":
        return this.#balancers.delete(id ?? "") ? { status: 200, body: {} } : problem(404, "not_found");
      case "GET operations":
        return this.#operation(id ?? "");
      case "GET load-balancers":
        return { status: 200, body: { loadBalancers: this.balancers } };
      case "POST servers":
        if (action === "resize") return this.#resize(id ?? "", body);
        return this.#create(body, inVain);
      case "GET servers":
        return id === undefined
          ? {
              status: 200,
              body: { servers: this.store.listed(url.searchParams.get("tag")).map((server) => this.#view(server)) },
            }
          : this.#server(id, () => undefined);
      case "DELETE servers":
        return this.#server(id ?? "", (server) => {
          this.store.remove(server);
        });
      default:
        return problem(404, "not_found");
    }
  }

  async #create(body: Partial<ServerWish>, inVain: boolean): Promise<Reply> {
    const { name = "", size = "", diskGiB, zone = "north", address, tags = {}, userData = "", loadBalancer } = body;
    if (!sizes.includes(size) || !zones.includes(zone)) return problem(422, "invalid");
    if (this.store.isFull) return problem(403, "quota_exceeded");
    if (this.store.living.some(({ ip }) => ip === address)) return problem(422, "address_in_use");
    const wish = { name, size, diskGiB, zone, address, tags, userData, loadBalancer };
    const operation = inVain ? this.store.createInVain(name) : this.store.create(wish);
    if (operation.server !== undefined) await this.beforeCreateReply(operation.server);
    return { status: 202, body: { operation: operation.id } };
  }

  #operation(id: string): Reply {
    const operation = this.store.operation(id);
    if (operation === undefined) return problem(404, "not_found");
    if (operation.doneAt > this.#options.clock.now()) return { status: 200, body: { state: "running" } };
    const { error, server } = operation;
    return {
      status: 200,
      body: server === undefined ? { state: "failed", error } : { state: "done", server: server.id },
    };
  }

  #server(id: string, act: (server: CloudServer) => void): Reply {
    const server = this.store.server(id);
    if (server === undefined) return problem(404, "not_found");
    act(server);
    return { status: 200, body: this.#view(server) };
  }

  #resize(id: string, { size = "" }: Partial<ServerWish>): Reply {
    if (!sizes.includes(size)) return problem(422, "invalid");
    return this.#server(id, (server) => {
      this.store.resize(server, size);
    });
  }

  #view(server: CloudServer): object {
    const { id, name, zone, ip, tags, runningAt } = server;
    const state = runningAt <= this.#options.clock.now() ? "running" : "creating";
    return { id, name, zone, ip, tags, state, size: this.store.sizeOf(server) };
  }

  #balance(id: string): object {
    const balancer = this.#balancers.get(id) ?? { host: `lb-${this.#balancers.size + 1}.cloud.example`, port: 6443 };
    this.#balancers.set(id, balancer);
    return balancer;
  }
}

function problem(status: number, code: string): Reply {
  return { status, body: { code, message: `The cloud says: ${code.replaceAll("_", " ")}` } };
}

function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
