/** Requests of one manager that the API server has completed. */
export interface ServedRequests {
  readonly manager: string;
  readonly verb: string;
  /** With its subresource: `machines/status`. */
  readonly resource: string;
  readonly status: number;
  readonly count: number;
}

/** Adds up requests that are equal in all fields. */
export class RequestTally {
  readonly #counts = new Map<string, number>();

  add(request: Omit<ServedRequests, "count">, count = 1): void {
    const { manager, verb, resource, status } = request;
    const key = JSON.stringify([manager, verb, resource, status]);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  entries(): ServedRequests[] {
    return [...this.#counts].map(([key, count]) => {
      const [manager, verb, resource, status] = JSON.parse(key) as [string, string, string, number];
      return { manager, verb, resource, status, count };
    });
  }
}

/** `capstan-core/0.1.0 (...)` → `capstan-core` */
export function productOf(userAgent: string): string {
  return userAgent.split(/[/ ]/, 1)[0] ?? "";
}

export function resourceOf(resource: string, subresource: string): string {
  if (resource === "") return "other";
  return subresource === "" ? resource : `${resource}/${subresource}`;
}

/** The requests between two counts. */
export function requestsBetween(
  before: readonly ServedRequests[],
  after: readonly ServedRequests[],
): readonly ServedRequests[] {
  const tally = new RequestTally();
  for (const entry of after) tally.add(entry, entry.count);
  for (const entry of before) tally.add(entry, -entry.count);
  return tally.entries().filter(({ count }) => count > 0);
}

export function total(requests: readonly ServedRequests[]): number {
  return requests.reduce((sum, { count }) => sum + count, 0);
}
