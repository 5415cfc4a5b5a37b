import { goQuote } from "../../go/go-quote.ts";
import healthChecks from "./checks.generated.json" with { type: "json" };

type Endpoint = keyof typeof healthChecks;

/** The answer of a health endpoint. */
export interface HealthAnswer {
  readonly code: number;
  readonly text: string;
  /** Whether it is about a single check. */
  readonly ofOne?: boolean;
}

/** The health of a running server: it listens only after its start is complete, so every check of the real server, by name, passes. */
export class Health {
  readonly #startedSeconds: number;
  /** The number of passed checks, by label. */
  readonly #passed = new Map<string, number>();

  /** @param now - the start time of the server, in milliseconds since 1970. */
  constructor(now: number) {
    this.#startedSeconds = now / 1_000;
  }

  /** The answer at a path; undefined for paths that are not about health. */
  answer(path: string, query: URLSearchParams): HealthAnswer | undefined {
    const [, root = "", check] = /^\/(\w+)(?:\/(.*))?$/.exec(path) ?? [];
    if (!isEndpoint(root)) return undefined;
    if (check === undefined || check === "") return { code: 200, text: this.#all(root, query) };
    const isKnown = healthChecks[root].includes(check);
    return isKnown ? { code: 200, text: "ok", ofOne: true } : { code: 404, text: "404 page not found\n" };
  }

  /** `/metrics/slis`, in the text format of Prometheus. */
  metrics(): string {
    const results = [...this.#passed.keys()].sort();
    return [
      "# HELP kubernetes_healthcheck [STABLE] This metric records the result of a single healthcheck.",
      "# TYPE kubernetes_healthcheck gauge",
      ...results.map((key) => `kubernetes_healthcheck{${labelsOf(key)}} 1`),
      "# HELP kubernetes_healthchecks_total [STABLE] This metric records the results of all healthcheck.",
      "# TYPE kubernetes_healthchecks_total counter",
      ...results.map(
        (key) => `kubernetes_healthchecks_total{${labelsOf(key, "success")}} ${this.#passed.get(key) ?? 0}`,
      ),
      "# HELP process_start_time_seconds [ALPHA] Start time of the process since unix epoch in seconds.",
      "# TYPE process_start_time_seconds gauge",
      `process_start_time_seconds ${this.#startedSeconds}`,
      "",
    ].join("\n");
  }

  #all(endpoint: Endpoint, query: URLSearchParams): string {
    const excluded = new Set(query.getAll("exclude"));
    const checks = healthChecks[endpoint];
    const lines = checks.map((name) => `[+]${name} ${excluded.has(name) ? "excluded: " : ""}ok`);
    for (const name of checks) {
      if (excluded.has(name)) continue;
      const key = `${name} ${endpoint}`;
      this.#passed.set(key, (this.#passed.get(key) ?? 0) + 1);
    }
    if (!query.has("verbose")) return "ok";
    const unknown = [...excluded].filter((name) => !checks.includes(name)).sort();
    const warning = `warn: some health checks cannot be excluded: no matches for ${unknown.map(goQuote).join(",")}`;
    return [...lines, ...(unknown.length === 0 ? [] : [warning]), `${endpoint} check passed`, ""].join("\n");
  }
}

function isEndpoint(root: string): root is Endpoint {
  return Object.hasOwn(healthChecks, root);
}

function labelsOf(key: string, status?: string): string {
  const [name, type] = key.split(" ");
  return `name="${name}",${status === undefined ? "" : `status="${status}",`}type="${type}"`;
}
