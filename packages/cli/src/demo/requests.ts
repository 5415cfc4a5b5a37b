import type { RequestObserver } from "@capstan/runtime";
import type { RequestLog } from "@capstan/apiserver";
import type { RequestSummary } from "./summary.ts";

/** One counted request. Resource with subresource: `machines/status`. */
export interface CountedRequest {
  readonly manager: string;
  readonly verb: string;
  readonly resource: string;
  readonly status: number;
}

/** The source of the counts. */
export interface RequestCounter {
  readonly countedBy: RequestSummary["countedBy"];
  /** All requests of the demo's managers so far, oldest first. */
  read(): Promise<readonly CountedRequest[]>;
}

const reads = new Set(["get", "list", "watch"]);

/** Summarizes requests, relative to `machines` and `idle`. */
export function summarizeRequests(
  requests: readonly CountedRequest[],
  options: { machines: number; idle: { requests: number; seconds: number }; countedBy: RequestSummary["countedBy"] },
): RequestSummary {
  const { idle } = options;
  return {
    total: requests.length,
    writes: requests.filter((request) => !reads.has(request.verb)).length,
    perMachine: options.machines === 0 ? 0 : round(requests.length / options.machines),
    conflicts: requests.filter((request) => request.status === 409).length,
    byManager: countBy(requests, (request) => request.manager),
    byVerbAndResource: countBy(requests, (request) => `${request.verb} ${request.resource}`),
    idlePerMinute: idle.seconds === 0 ? 0 : round((idle.requests * 60) / idle.seconds),
    countedBy: options.countedBy,
  };
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The manager of a User-Agent (`capstan-core/0.1.0 (...)` → `capstan-core`); undefined for other clients. */
export function managerOf(userAgent: string | undefined, managers: readonly string[]): string | undefined {
  const product = userAgent?.split(/[/ ]/, 1)[0];
  return managers.find((manager) => manager === product);
}

/** Counts requests as the demo's own clients send them, for a server without a readable log. */
export class ClientCounter implements RequestCounter {
  readonly countedBy = "clients";
  readonly #requests: CountedRequest[] = [];

  /** Returns the `onRequest` option for a manager's client. */
  observe(manager: string): RequestObserver {
    return ({ verb, resource, subresource, status }) => {
      const name = resource === "" ? "nonresource" : resource;
      this.#requests.push({ manager, verb, resource: subresource === "" ? name : `${name}/${subresource}`, status });
    };
  }

  read(): Promise<readonly CountedRequest[]> {
    return Promise.resolve(this.#requests);
  }
}

/** Counts requests as the embedded API server records them. */
export class EmbeddedCounter implements RequestCounter {
  readonly countedBy = "apiserver";
  readonly #log: RequestLog;
  readonly #managers: readonly string[];

  constructor(log: RequestLog, managers: readonly string[]) {
    this.#log = log;
    this.#managers = managers;
  }

  read(): Promise<readonly CountedRequest[]> {
    const requests: CountedRequest[] = [];
    for (const entry of this.#log.entries()) {
      const manager = managerOf(entry.userAgent, this.#managers);
      if (manager === undefined) continue;
      const resource = entry.resource === "" ? "nonresource" : entry.resource;
      requests.push({
        manager,
        verb: entry.verb,
        resource: entry.subresource === "" ? resource : `${resource}/${entry.subresource}`,
        status: entry.status,
      });
    }
    return Promise.resolve(requests);
  }
}
