import { type RequestDigest } from "../classification/match-flow-schema.ts";
import { userGroups } from "../user/user.ts";

/** How many requests are served at a time; 0 for as many as come. */
export interface RequestLimits {
  /** Of those that read. */
  readonly reading: number;
  /** Of those that write. */
  readonly writing: number;
}

const readingVerbs: ReadonlySet<string> = new Set(["get", "list", "watch"]);
const lasting: ReadonlySet<string> = new Set(["attach", "exec", "log", "portforward", "proxy"]);

/** Whether a request may last for hours, so that it does not count as one that is being served. */
export function isLongRunning({ info }: Pick<RequestDigest, "info">): boolean {
  return info !== undefined && (info.verb === "watch" || lasting.has(info.subresource));
}

/** Counts the requests that are being served, for kube-apiserver's limits where it does not know priorities. */
export class InFlight {
  readonly #limits: RequestLimits;
  readonly #served = { reading: 0, writing: 0 };

  constructor(limits: RequestLimits) {
    this.#limits = limits;
  }

  /** @returns what is to be called when the request has been answered; undefined if too many are being served. */
  enter(digest: RequestDigest): (() => void) | undefined {
    const kind = readingVerbs.has(digest.info?.verb ?? digest.method.toLowerCase()) ? "reading" : "writing";
    const limit = this.#limits[kind];
    if (limit === 0 || isLongRunning(digest)) return uncounted;
    // Administrators are always served.
    if (this.#served[kind] >= limit) return digest.user.groups.includes(userGroups.masters) ? uncounted : undefined;
    this.#served[kind] += 1;
    return () => {
      this.#served[kind] -= 1;
    };
  }
}

const uncounted = (): void => undefined;
