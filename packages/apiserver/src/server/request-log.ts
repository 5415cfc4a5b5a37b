import { type IncomingMessage } from "node:http";
import { type RequestInfo } from "../request/request-info.ts";
import { type Authenticated } from "../user/user.ts";

/** A request that was answered, or a watch that began. */
export interface RequestLogEntry {
  /** When it arrived, RFC 3339. */
  readonly time: string;
  /** The `User-Agent` header of the client. */
  readonly userAgent: string;
  /** The name of the user who sent the request. */
  readonly user: string;
  /** The verb, as in authorization: `get`, `list`, `watch`, `patch`. */
  readonly verb: string;
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The version of the API group. */
  readonly version: string;
  /** The resource, in the plural: `machines`. */
  readonly resource: string;
  /** The subresource, such as `status`; empty if there is none. */
  readonly subresource: string;
  /** The namespace; empty for all namespaces and for cluster-scoped kinds. */
  readonly namespace: string;
  /** The object's name; empty for requests that are not about one object. */
  readonly name: string;
  /** HTTP status code. */
  readonly status: number;
}

/** The answer to a request. */
export interface Answered {
  readonly info: RequestInfo;
  readonly user: Authenticated;
  readonly status: number;
  /** When the request arrived, in milliseconds since the epoch. */
  readonly received: number;
}

/** The entry of a request. */
export function logEntry(request: IncomingMessage, { info, user, status, received }: Answered): RequestLogEntry {
  const { verb, group, version, resource, subresource, namespace, name } = info;
  return {
    time: new Date(received).toISOString(),
    userAgent: kept(request.headers["user-agent"] ?? ""),
    user: user.name,
    verb,
    group: kept(group),
    version: kept(version),
    resource: kept(resource),
    subresource: kept(subresource),
    namespace: kept(namespace),
    name: kept(name),
    status,
  };
}

/** The length of the longest name that an object may have. */
const longestKept = 253;

/** A copy of a client's string, cut to the limit: a slice would keep the whole string alive. */
function kept(text: string): string {
  return text.length <= longestKept ? text : Buffer.from(text.slice(0, longestKept)).toString();
}

/**
 * The answered requests for resources from authenticated clients, oldest first.
 *
 * @example
 * ```ts
 * import { ApiServer } from "@capstan/apiserver";
 * import { createClient, Namespace } from "@capstan/runtime";
 *
 * await using server = await ApiServer.start();
 * const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "hello/1.0.0" });
 * const before = server.requests.mark();
 * await client.list(Namespace);
 * console.log(server.requests.since(before).map(({ verb, resource }) => `${verb} ${resource}`)); // [ 'list namespaces' ]
 * await client.close();
 * ```
 */
export class RequestLog {
  readonly #entries: RequestLogEntry[] = [];
  readonly #limit: number;
  #dropped = 0;

  /** @param limit - the minimum number of kept entries. */
  constructor(limit = 100_000) {
    this.#limit = limit;
  }

  /**
   * Adds a request.
   *
   * @param entry - creates the entry, if it is kept.
   */
  add(entry: () => RequestLogEntry): void {
    if (this.#limit === 0) {
      this.#dropped += 1;
      return;
    }
    this.#entries.push(entry());
    if (this.#entries.length <= this.#limit * 2) return;
    this.#dropped += this.#entries.length - this.#limit;
    this.#entries.splice(0, this.#entries.length - this.#limit);
  }

  /** The requests, oldest first. */
  entries(): Iterable<RequestLogEntry> {
    return this.#entries.slice();
  }

  /** A position in the log: after the last entry. */
  mark(): number {
    return this.#dropped + this.#entries.length;
  }

  /** The entries that were added after `position`. */
  since(position: number): readonly RequestLogEntry[] {
    return this.#entries.slice(Math.max(0, position - this.#dropped));
  }
}
