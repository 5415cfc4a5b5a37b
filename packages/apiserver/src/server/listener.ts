import { type IncomingMessage, type ServerResponse } from "node:http";
import { type Clock } from "../clock/clock.ts";
import { checkTimeout, parseRequestInfo, type RequestInfo } from "../request/request-info.ts";
import { StatusError } from "../status/status-error.ts";
import { parseAccept, wantsPretty } from "../output/accept.ts";
import { type Gate } from "../access/gate.ts";
import { anonymous, type Authenticated } from "../user/user.ts";
import { logEntry, type RequestLog } from "./request-log.ts";
import { errorEncoding } from "../output/output.ts";
import { type Format, sendError, sendPlain, sendText } from "../output/respond.ts";
import { breakOff, onceClosed } from "../output/once-closed.ts";
import { type LevelLimit, Seats } from "../classification/seats.ts";
import { type RequestFlows } from "../classification/request-flows.ts";
import { type RequestDigest } from "../classification/match-flow-schema.ts";
import { type Router } from "../routing/router.ts";
import { type ArrivedRequest } from "../faults/fault-plan.ts";
import { type FaultsOverHttp } from "../faults/faults-over-http.ts";
import { type ServerFaults } from "../faults/server-faults.ts";
import { suffer, type Surroundings } from "../faults/suffer.ts";
import { type OpenWatches } from "../watch/open-watches.ts";
import { Health } from "./health/health.ts";
import { type InFlight, isLongRunning } from "./in-flight.ts";
import { type Metrics } from "./metrics.ts";
import { abandon, readBody, roomForBodies } from "./read-body.ts";

/** What a listener needs to answer requests. */
interface ListenerParts {
  readonly gate: Gate;
  readonly router: Router;
  readonly log: RequestLog;
  readonly metrics: Metrics;
  readonly flows: RequestFlows;
  /** Replaces priority levels, if set. */
  readonly inFlight: InFlight | undefined;
  readonly clock: Clock;
  readonly watches: OpenWatches;
  readonly faults: ServerFaults;
  /** Undefined if faults over HTTP are disabled. */
  readonly faultsOverHttp: FaultsOverHttp | undefined;
  readonly surroundings: Surroundings;
}

/** Handles requests from the HTTP server: authorizes them, reads bodies, routes, and records the answers. */
export class Listener {
  readonly #seats = new Seats();
  readonly #health: Health;
  readonly #parts: ListenerParts;
  readonly #bodies = roomForBodies();

  constructor(parts: ListenerParts) {
    this.#parts = parts;
    this.#health = new Health(parts.clock.now());
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const received = this.#parts.clock.now();
    const url = request.url ?? "/";
    const at = url.indexOf("?");
    const path = at === -1 ? url : url.slice(0, at);
    const query = new URLSearchParams(at === -1 ? "" : url.slice(at + 1));
    const info = parseRequestInfo(request.method ?? "GET", path, query);
    const { method = "GET" } = request;
    const { user, refusal, isImpersonation = false } = this.#parts.gate.enter(request, { method, path, query, info });
    const digest = user === undefined || isImpersonation ? undefined : { user, method, path, info };
    const level = digest === undefined ? undefined : this.#classify(response, digest);
    // Requests without valid credentials must leave no entry unless they are allowed.
    if (user !== undefined && (user !== anonymous || refusal === undefined)) {
      this.#note(request, response, info, user, received);
    }
    if (digest !== undefined && !this.#isCounted(response, digest)) {
      refuseForNow(response);
      abandon(request);
      return;
    }
    if (refusal !== undefined) {
      if (refusal.status.code !== 401) response.setHeader("x-content-type-options", "nosniff");
      sendError(response, refusal, formatOfError(request, query));
      abandon(request);
      return;
    }
    if (this.#operational(path, query, response)) {
      abandon(request);
      return;
    }
    void this.#guard(request, response, query, async () => {
      if (level !== undefined && !(await this.#isSeated(response, level))) {
        abandon(request);
        return;
      }
      checkTimeout(query, info);
      const body = await readBody(request, this.#bodies, user.name);
      if (this.#parts.faultsOverHttp?.isAsked(path) === true) {
        const { method = "GET" } = request;
        this.#parts.faultsOverHttp.answer({ method, path, user, body }, response, formatOfError(request, query));
        return;
      }
      if (info !== undefined && !(await this.#isDone(request, response, { info, path, user: user.name }))) return;
      await this.#parts.router.route({ request, response, path, query, info, user, body });
    });
  }

  /** Classifies a request by flow. @returns the concurrency limit of its level; undefined for no limit. */
  #classify(response: ServerResponse, digest: RequestDigest): LevelLimit | undefined {
    const found = this.#parts.inFlight === undefined ? this.#parts.flows.classify(digest) : undefined;
    if (found === undefined) return undefined;
    response.setHeader("x-kubernetes-pf-flowschema-uid", found.flowSchemaUid);
    response.setHeader("x-kubernetes-pf-prioritylevel-uid", found.priorityLevelUid);
    return isLongRunning(digest) ? undefined : found.limit;
  }

  /** Whether the limit allows another request. */
  #isCounted(response: ServerResponse, digest: RequestDigest): boolean {
    if (this.#parts.inFlight === undefined) return true;
    const leave = this.#parts.inFlight.enter(digest);
    if (leave !== undefined) onceClosed(response, leave);
    return leave !== undefined;
  }

  /** Waits for a seat, if the request's priority level has a queue. @returns whether it has one; otherwise the request is answered. */
  async #isSeated(response: ServerResponse, level: LevelLimit): Promise<boolean> {
    const { promise: gone, resolve } = Promise.withResolvers<undefined>();
    onceClosed(response, () => {
      resolve(undefined);
    });
    const asked = Promise.resolve(this.#seats.take(level));
    // Releases the seat whenever it arrives, even if the client has disconnected meanwhile.
    void Promise.all([asked, gone]).then(([seat]) => seat?.());
    const seat = await Promise.race([asked, gone.then(() => "gone" as const)]);
    if (seat === undefined) refuseForNow(response);
    return typeof seat === "function";
  }

  /** Whether no fault prevents the request. @throws StatusError */
  async #isDone(
    request: IncomingMessage,
    response: ServerResponse,
    arrived: Omit<ArrivedRequest, "ended" | "userAgent">,
  ): Promise<boolean> {
    if (!this.#parts.faults.areAny) return true;
    const { promise: ended, resolve } = Promise.withResolvers<undefined>();
    const onEnd = (): void => {
      resolve(undefined);
    };
    onceClosed(response, onEnd);
    const faults = await this.#parts.faults.of({ ...arrived, ended, userAgent: request.headers["user-agent"] ?? "" });
    const isWatch = arrived.info.verb === "watch";
    return suffer(faults, { ...this.#parts.surroundings, response, isWatch, onLost: onEnd });
  }

  #operational(path: string, query: URLSearchParams, response: ServerResponse): boolean {
    const health = this.#health.answer(path, query);
    const metrics = "text/plain; version=0.0.4; charset=utf-8";
    if (health?.ofOne === true) sendPlain(response, 200, health.text, { "content-type": "text/plain; charset=utf-8" });
    else if (health !== undefined) sendText(response, health.code, health.text);
    else if (path === "/metrics") sendText(response, 200, this.#allMetrics(), metrics);
    else if (path === "/metrics/slis") sendText(response, 200, this.#health.metrics(), metrics);
    else return false;
    return true;
  }

  #allMetrics(): string {
    return this.#parts.metrics.render({
      openWatches: this.#parts.watches.size,
      nominalLimits: this.#parts.flows.nominalLimits(),
    });
  }

  async #guard(
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
    act: () => Promise<void>,
  ): Promise<void> {
    try {
      await act();
    } catch (error) {
      const status =
        error instanceof StatusError
          ? error
          : new StatusError(
              500,
              "InternalError",
              `Internal error occurred: ${error instanceof Error ? error.message : "unknown"}`,
              {},
            );
      if (response.headersSent) breakOff(response);
      else sendError(response, status, formatOfError(request, query));
      if (!request.readableEnded) abandon(request);
    }
  }

  #note(
    request: IncomingMessage,
    response: ServerResponse,
    info: RequestInfo | undefined,
    user: Authenticated,
    received: number,
  ): void {
    if (info === undefined) return;
    let noted = false;
    const note = (): void => {
      if (noted) return;
      noted = true;
      const status = response.statusCode;
      if (this.#parts.router.serves(info)) this.#parts.metrics.count(info, status);
      this.#parts.log.add(() => logEntry(request, { info, user, status, received }));
    };
    // A watch is recorded when it begins, because it may last for hours.
    if (info.verb === "watch") this.#noteHeaders(response, note);
    response.on("finish", note);
    response.on("close", note);
  }

  #noteHeaders(response: ServerResponse, note: () => void): void {
    const flush = response.flushHeaders.bind(response);
    response.flushHeaders = () => {
      flush();
      note();
    };
  }
}

/** Answers 429: too many requests are in flight. */
function refuseForNow(response: ServerResponse): void {
  response.setHeader("retry-after", "1");
  sendText(response, 429, "Too many requests, please try again later.\n");
}

function formatOfError(request: IncomingMessage, query: URLSearchParams): Format {
  return { encoding: errorEncoding(parseAccept(request.headers.accept)), pretty: wantsPretty(request, query) };
}
