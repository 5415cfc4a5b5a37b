import { isCapstanError, type ObjectRef, parseJson, stringifyJson } from "@capstan/kube";
import type { Clock } from "../clock/clock.ts";
import type { ReadOptions, RequestOptions } from "./client.ts";
import type { ClientRequest, HttpResponse } from "./http-message.ts";
import type { HttpTransport } from "./http-transport.ts";
import { type ReportedRequest, reportedRequest, type RequestReports } from "./request-reports.ts";
import type { RequestPath } from "./request-path.ts";
import type { RequestTime } from "./request-time.ts";
import { readLimitedJson, type ResponseLimits } from "./response-limits.ts";
import { type Attempt, retryDelayMs } from "./retry-policy.ts";
import { errorFromResponse } from "./status-error.ts";

/** A request of one of the client's methods. */
export interface Call extends ReadOptions {
  readonly method: string;
  readonly path: RequestPath;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  readonly hasLongAnswer?: boolean;
  readonly object?: ObjectRef;
}

/** Options of a {@link Caller}. */
export interface CallerOptions {
  readonly transport: HttpTransport;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly reports: RequestReports;
  /** Limits for a server that may be hostile. */
  readonly limits: ResponseLimits | undefined;
}

interface Attempted {
  readonly request: ReportedRequest;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly time: RequestTime;
}

/** Sends requests and reads their answers: retries where allowed, renews credentials once, and reports each attempt. */
export class Caller {
  readonly #transport: HttpTransport;
  readonly #userAgent: string;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #reports: RequestReports;
  readonly #limits: ResponseLimits | undefined;

  constructor(options: CallerOptions) {
    this.#transport = options.transport;
    this.#userAgent = options.userAgent;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#reports = options.reports;
    this.#limits = options.limits;
  }

  /**
   * The parsed answer.
   *
   * @throws ConnectionError - also if all attempts together took too long.
   */
  async json(call: Call): Promise<unknown> {
    return this.read((await this.send(call)).text);
  }

  read(text: string): unknown {
    if (text === "") return null;
    if (this.#limits !== undefined && /^\s*[[{]/.test(text)) return readLimitedJson(text, this.#limits.answerValues);
    try {
      return parseJson(text);
    } catch (error) {
      // Some non-resource endpoints answer in plain text ("ok").
      if (!/^\s*[[{]/.test(text)) return text;
      throw error;
    }
  }

  async send(call: Call): Promise<HttpResponse> {
    const request = reportedRequest(call.method, call.path);
    const time = this.#transport.requestTime();
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(call, { request, attempt, time });
      // No API server redirects, and credentials are for this server alone: a redirect is an error.
      if (!(outcome instanceof Error) && outcome.status < 300) return outcome;
      if (!(outcome instanceof Error) && outcome.status === 401 && attempt === 1) {
        await this.#transport.renewCredentials();
        continue;
      }
      const result: Attempt =
        outcome instanceof Error
          ? { kind: isCapstanError(outcome, "ConnectionFailed") ? "unreachable" : "given-up" }
          : { kind: "answered", ...outcome };
      const delayMs =
        call.retry === false ? undefined : retryDelayMs(request.target.verb, attempt, result, this.#random());
      if (delayMs === undefined || delayMs >= time.leftMs) {
        throw outcome instanceof Error
          ? outcome
          : errorFromResponse(outcome.status, outcome.text, call.object, {
              retryAfter: outcome.retryAfter,
              messageCharacters: this.#limits?.messageCharacters,
            });
      }
      const ends = [call.signal, call.gate?.signal].filter((signal) => signal !== undefined);
      await this.#clock.sleep(delayMs, ends.length === 0 ? undefined : AbortSignal.any(ends));
    }
  }

  async #attempt(call: Call, { request, attempt, time }: Attempted): Promise<HttpResponse | Error> {
    const report = this.#reports.begin(request, attempt);
    try {
      const sent: ClientRequest<RequestPath> = {
        method: call.method,
        path: call.path,
        hasLongAnswer: call.hasLongAnswer === true,
        headers: {
          ...report.headers,
          accept: call.accept ?? "application/json",
          "user-agent": this.#userAgent,
          ...(call.body === undefined ? {} : { "content-type": call.contentType ?? "application/json" }),
        },
        ...(call.body === undefined
          ? {}
          : { body: typeof call.body === "string" ? call.body : stringifyJson(call.body) }),
        ...sendingOf(call),
      };
      const response = await this.#transport.request(sent, time);
      report.answered(response.status);
      return response;
    } catch (error) {
      report.failed(error);
      return error as Error;
    }
  }
}

/** The signal and gate of a request. */
export function sendingOf({ signal, gate }: RequestOptions): RequestOptions {
  return { ...(signal === undefined ? {} : { signal }), ...(gate === undefined ? {} : { gate }) };
}
