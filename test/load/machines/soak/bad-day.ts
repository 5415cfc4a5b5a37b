import type { ApiServer, FaultPlan, PlannedRequest, RequestFault as ServerFault } from "@capstan/apiserver";
import { systemClock } from "@capstan/runtime";
import type { SeededRandom } from "@capstan/harness/random";
import { faultOfRequest, faultOfWatch, type PlannedRequestFault, type RequestFault, type WatchFault } from "./fault.ts";

/** Options of {@link BadDay}. */
export interface BadDayOptions {
  readonly server: ApiServer;
  readonly random: SeededRandom;
  /** The product that begins the User-Agent of those to whom it happens. */
  readonly products: (product: string) => boolean;
  /** Notified of every request before anything happens to it. */
  readonly onRequest: () => void;
  /** Receives the client whose request was done while the answer is lost, if that client must be ended before it notices. */
  readonly onFatalLoss: (product: string) => void;
  /** Writes to the object of this path, as somebody else would. */
  readonly rival: (path: string) => Promise<void>;
}

/** How long clients wait for an answer. Shorter than a second would take a busy machine for a dead one. */
export const requestTimeoutMs = 2_000;

/** Does to the requests and watches of managers what a bad day does. */
export class BadDay implements Disposable {
  /** How often each fault happened. */
  readonly faults = new Map<RequestFault | WatchFault, number>();
  readonly #options: BadDayOptions;
  readonly #dead = new Set<string>();
  /** What each client has asked for and the server is about to do. */
  readonly #underWay = new Map<string, Set<Promise<unknown>>>();
  /** How late the watches of a client and kind are. */
  readonly #late = new Map<string, Disposable>();
  readonly #plan: Disposable;
  #isOver = false;

  constructor(options: BadDayOptions) {
    this.#options = options;
    this.#plan = options.server.faults.plan((request) => this.#decide(request));
  }

  /** Cuts a client off for good, as if its process were no more: nothing that it still sends is done. */
  kill(product: string): void {
    this.#dead.add(product);
    this.#options.server.faults.breakWatches("cut", { product });
  }

  /** Resolves once the server has done everything that a client asked for before it was killed. */
  async settled(product: string): Promise<void> {
    await Promise.all([...(this.#underWay.get(product)?.values() ?? [])]);
  }

  /** From now on nothing goes wrong. */
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
    // A client that gives up waiting is as blind then as one that is notified immediately.
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
