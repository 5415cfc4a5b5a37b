import type { IncomingMessage } from "node:http";
import { isJsonObject } from "@capstan/kube";
import type { Client } from "../client/client.ts";
import { requestPath } from "../client/request-path.ts";
import type { Clock } from "../clock/clock.ts";
import { TimedOutError } from "../errors/runtime-errors.ts";
import type { Logger } from "../logging/logger.ts";
import { ReviewCache } from "./review-cache.ts";

/** The user of a request, from a TokenReview. */
interface User {
  readonly username: string;
  readonly uid?: unknown;
  readonly groups?: unknown;
  readonly extra?: unknown;
}

/** Whether a request may pass; if not, the status and text of the answer. */
export type Passage =
  { readonly passes: true } | { readonly passes: false; readonly status: number; readonly says: string };

const reviewTimeoutMs = 10_000;
/** Untrusted clients must not use up the API server's capacity for controllers. */
const mostReviews = 16;

function refused(status: number, says: string): Passage {
  return { passes: false, status, says };
}

/** The bearer token of a request, parsed as in Kubernetes; `undefined` without one. */
function bearerToken({ headers }: IncomingMessage): string | undefined {
  const [scheme = "", token = ""] = (headers.authorization ?? "").trim().split(" ");
  return scheme.toLowerCase() === "bearer" && token !== "" ? token : undefined;
}

/**
 * Authenticates requests with TokenReview and authorizes them with SubjectAccessReview, as `WithAuthenticationAndAuthorization` of
 * controller-runtime. Answers are cached as long as there.
 *
 * Requires permission to create `tokenreviews.authentication.k8s.io` and `subjectaccessreviews.authorization.k8s.io`.
 */
export class Door {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #users: ReviewCache<User>;
  readonly #rights: ReviewCache<true>;
  #reviews = 0;

  constructor(client: Client, clock: Clock, logger: Logger) {
    this.#client = client;
    this.#clock = clock;
    this.#logger = logger;
    this.#users = new ReviewCache(clock, { yesMs: 60_000, noMs: 60_000 });
    this.#rights = new ReviewCache(clock, { yesMs: 300_000, noMs: 30_000 });
  }

  /** @param path - the path of the endpoint, not that of the request. */
  async admit(request: IncomingMessage, path: string): Promise<Passage> {
    const token = bearerToken(request);
    if (token === undefined) return refused(401, "Unauthorized");
    const verb = (request.method ?? "").toLowerCase();
    let what = "Authentication";
    try {
      const user = await this.#users.get(token, () => this.#userOf(token));
      if (user === undefined) return refused(401, "Unauthorized");
      what = "Authorization";
      const attributes = { path, verb };
      const isAllowed = await this.#rights.get(JSON.stringify([user, attributes]), () =>
        this.#isAllowed(user, attributes),
      );
      return isAllowed === true ? { passes: true } : refused(403, "Forbidden");
    } catch (error) {
      if (error instanceof BusyError) return refused(429, "Too many requests are waiting for authentication");
      this.#logger.error("A request for diagnostics could not be authorized", { what, path, error });
      return refused(500, `${what} failed`);
    }
  }

  async #userOf(token: string): Promise<User | undefined> {
    const status = await this.#review("authentication.k8s.io", "TokenReview", "tokenreviews", { token });
    const user = status.user;
    if (status.authenticated !== true || !isJsonObject(user)) return undefined;
    const { username, uid, groups, extra } = user;
    return typeof username === "string" && username !== "" ? { username, uid, groups, extra } : undefined;
  }

  async #isAllowed(user: User, nonResourceAttributes: { path: string; verb: string }): Promise<true | undefined> {
    const { username, ...rest } = user;
    const spec = { ...rest, user: username, nonResourceAttributes };
    const status = await this.#review("authorization.k8s.io", "SubjectAccessReview", "subjectaccessreviews", spec);
    return status.allowed === true && status.denied !== true ? true : undefined;
  }

  async #review(group: string, kind: string, plural: string, spec: object): Promise<Readonly<Record<string, unknown>>> {
    if (this.#reviews >= mostReviews) throw new BusyError();
    this.#reviews += 1;
    const ending = new AbortController();
    const timer = this.#clock.setTimer(reviewTimeoutMs, () => {
      ending.abort(
        new TimedOutError(`The API server did not respond to a ${kind} within ${reviewTimeoutMs / 1_000} s`),
      );
    });
    try {
      const body = { apiVersion: `${group}/v1`, kind, spec };
      const { signal } = ending;
      const answer = await this.#client.request("POST", requestPath`/apis/${group}/v1/${plural}`, body, { signal });
      return isJsonObject(answer) && isJsonObject(answer.status) ? answer.status : {};
    } finally {
      timer.cancel();
      this.#reviews -= 1;
    }
  }
}

/** The maximum number of reviews waits for the API server already. */
// eslint-disable-next-line errors/capstan-errors -- caught in this file
class BusyError extends Error {}
