import { type RequestDigest } from "../classification/match-flow-schema.ts";
import { userGroups } from "../user/user.ts";

/** Limits on concurrent requests; 0 for no limit. */
export interface RequestLimits {
  /** For reads. */
  readonly reading: number;
  /** For writes. */
  readonly writing: number;
}

const readingVerbs: ReadonlySet<string> = new Set(["get", "list", "watch"]);
const lasting: ReadonlySet<string> = new Set(["attach", "exec", "log", "portforward", "proxy"]);

/** Whether a request may last for hours, so that it does not count as in flight. */
export function isLongRunning({ info }: Pick<RequestDigest, "info">): boolean {
  return info !== undefined && (info.verb === "watch" || lasting.has(info.subresource));
}

/** Counts requests in flight, for kube-apiserver's limits without priority and fairness. */
export class InFlight {
  readonly #limits: RequestLimits;
  readonly #served = { reading: 0, writing: 0 };

  constructor(limits: RequestLimits) {
    this.#limits = limits;
  }

  /** @returns a function to call when the request has been answered; undefined if the limit is reached. */
  enter(digest: RequestDigest): (() => void) | undefined {
    const kind = readingVerbs.has(digest.info?.verb ?? digest.method.toLowerCase()) ? "reading" : "writing";
    const limit = this.#limits[kind];
    if (limit === 0 || isLongRunning(digest)) return uncounted;
    // Administrators are exempt.
    if (this.#served[kind] >= limit) return digest.user.groups.includes(userGroups.masters) ? uncounted : undefined;
    this.#served[kind] += 1;
    return () => {
      this.#served[kind] -= 1;
    };
  }
}

const uncounted = (): void => undefined;
