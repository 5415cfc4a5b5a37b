import type { ApiServer, FaultPlan, PlannedRequest, RequestFault as ServerFault } from "@capstan/apiserver";
import { systemClock } from "@capstan/runtime";
import type { SeededRandom } from "@capstan/harness/random";
import { faultOfRequest, faultOfWatch, type PlannedRequestFault, type RequestFault, type WatchFault } from "./fault.ts";

/** Options of {@link BadDay}. */
export interface BadDayOptions {
  readonly server: ApiServer;
  readonly random: SeededRandom;
  /** The User-Agent product of the affected clients. */
  readonly products: (product: string) => boolean;
  /** Called with every request before any fault affects it. */
  readonly onRequest: () => void;
  /** Receives a client that must be killed before it notices that the response to its completed request is lost. */
  readonly onFatalLoss: (product: string) => void;
  /** Writes to the object with this path, as another client. */
  readonly rival: (path: string) => Promise<void>;
}

/** The response timeout of clients. Less than a second would mistake a busy machine for a dead one. */
export const requestTimeoutMs = 2_000;

/** Injects faults into the requests and watches of managers. */
export class BadDay implements Disposable {
  /** The count of each fault. */
  readonly faults = new Map<RequestFault | WatchFault, number>();
  readonly #options: BadDayOptions;
  readonly #dead = new Set<string>();
  /** The requests of each client that the server has not completed. */
  readonly #underWay = new Map<string, Set<Promise<unknown>>>();
  /** The delays of the watches, by client and kind. */
  readonly #late = new Map<string, Disposable>();
  readonly #plan: Disposable;
  #isOver = false;

  constructor(options: BadDayOptions) {
    this.#options = options;
    this.#plan = options.server.faults.plan((request) => this.#decide(request));
  }

  /** Cuts a client off permanently, as if its process had ended: none of its later requests is completed. */
  kill(product: string): void {
    this.#dead.add(product);
    this.#options.server.faults.breakWatches("cut", { product });
  }

  /** Resolves once the server has completed all requests that a client sent before it was killed. */
  async settled(product: string): Promise<void> {
    await Promise.all([...(this.#underWay.get(product)?.values() ?? [])]);
  }

  /** Stops injecting faults. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#plan[Symbol.dispose]();
  }

  #decide(request: PlannedRequest): ReturnType<FaultPlan> {
    const [product = ""] = request.userAgent.split("/", 1);
    if (!this.#options.products(product)) return undefined;
    if (this.#dead.has(product)) return { type: "reset", when: "before" };
    this.#options.onRequest();
    if (request.verb === "watch") return this.#ofWatch(product, request);
    this.#follow(product, request.ended);
    return this.#ofRequest(product, request);
  }

  #follow(product: string, ended: Promise<unknown>): void {
    const underWay = this.#underWay.get(product) ?? new Set();
    this.#underWay.set(product, underWay.add(ended));
    void ended.then(() => underWay.delete(ended));
  }

  async #ofRequest(product: string, request: PlannedRequest): Promise<ServerFault | undefined> {
    const planned = faultOfRequest(this.#options.random, request.verb);
    if (planned === undefined) return undefined;
    this.#count(planned.fault);
    if (planned.fault === "rival writer") await this.#options.rival(request.path);
    if (this.#dead.has(product)) return { type: "reset", when: "before" };
    if (planned.fault.endsWith(", done")) this.#loseAnswer(product, request, planned);
    return serverFaults[planned.fault];
  }

  #loseAnswer(product: string, request: PlannedRequest, { fault, lagMs, kills }: PlannedRequestFault): void {
    // A client that stops waiting is as uninformed then as a client that is notified immediately.
    const blindMs = lagMs + (fault.startsWith("no answer") ? requestTimeoutMs : 0);
    const held = this.#options.server.faults.holdWatches({ product });
    void systemClock.sleep(blindMs).then(() => {
      held.release();
    });
    if (!kills) return;
    void request.ended.then(() => {
      this.#options.onFatalLoss(product);
    });
  }

  #ofWatch(product: string, { group, resource }: PlannedRequest): ServerFault | undefined {
    const watched = `${product} ${resource}.${group}`;
    this.#late.get(watched)?.[Symbol.dispose]();
    this.#late.delete(watched);
    const planned = faultOfWatch(this.#options.random);
    if (planned === undefined) return undefined;
    this.#count(planned.fault);
    if (planned.fault === "410 at its beginning") return { type: "error", code: 410, reason: "Expired" };
    const { faults } = this.#options.server;
    const on = { product, group, resources: [resource] };
    if (planned.fault === "events come late") {
      this.#late.set(watched, faults.delayWatches(planned.afterMs, on));
      return undefined;
    }
    void systemClock.sleep(planned.afterMs).then(() => {
      if (!this.#isOver) faults.breakWatches(planned.fault === "410 in the middle" ? "expired" : "cut", on);
    });
    return undefined;
  }

  #count(fault: RequestFault | WatchFault): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
  }
}

const serverFaults: Readonly<Record<RequestFault, ServerFault | undefined>> = {
  "500 before it was done": { type: "error", code: 500, reason: "InternalError" },
  "503 with Retry-After": { type: "error", code: 503, reason: "ServiceUnavailable", retryAfterSeconds: 0 },
  "503 without Retry-After": { type: "error", code: 503, reason: "ServiceUnavailable" },
  "429 with Retry-After": { type: "error", code: 429, reason: "TooManyRequests", retryAfterSeconds: 0 },
  "no answer, not done": { type: "silence", when: "before" },
  "no answer, done": { type: "silence", when: "after" },
  "connection reset, not done": { type: "reset", when: "before" },
  "connection reset, done": { type: "reset", when: "after" },
  "rival writer": undefined,
};
