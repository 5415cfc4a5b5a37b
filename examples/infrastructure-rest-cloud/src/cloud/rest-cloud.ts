import {
  isCapstanError,
  PendingError,
  readAnswer,
  type RequestPath,
  requestPath,
  type Static,
  type TSchema,
  type Turn,
} from "@capstan/provider";
import { answers, type OperationState, type Server } from "./cloud-answers.ts";
import { CloudError } from "./cloud-error.ts";
import { cloudRequests } from "./cloud-metrics.ts";

export interface ServerWish {
  readonly name: string;
  readonly size: string;
  readonly diskGiB: number | undefined;
  readonly zone: string | undefined;
  /** Chosen by the cloud if unset. */
  readonly address: string | undefined;
  readonly userData: string | undefined;
  readonly loadBalancer: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
}

const timeoutMs = 10_000;

/**
 * The cloud's API, with the credentials of one account.
 *
 * All methods throw a {@link CloudError} if the cloud refuses, a {@link PendingError} if it did not confirm the request, and the errors of
 * the turn; no error contains the request. A user who may write a machine also writes its providerID. An id that is not a single path
 * segment therefore identifies no resource, and is never sent.
 */
export class RestCloud {
  readonly #url: string;
  readonly #token: string;
  readonly #turn: Turn;
  readonly #signal: AbortSignal;

  constructor(options: { url: string; token: string; turn: Turn; signal: AbortSignal }) {
    this.#url = options.url;
    this.#token = options.token;
    this.#turn = options.turn;
    this.#signal = options.signal;
  }

  async zones(): Promise<readonly string[]> {
    return (await this.#request("GET", requestPath`/v1/zones`, answers.zones)).zones;
  }

  /** Creates the load balancer if it does not exist, under the caller's id. */
  async ensureLoadBalancer(id: string): Promise<{ host: string; port: number }> {
    return this.#request("PUT", requestPath`/v1/load-balancers/${id}`, answers.endpoint);
  }

  async removeLoadBalancer(id: string): Promise<void> {
    await orUndefined(() => this.#request("DELETE", requestPath`/v1/load-balancers/${id}`, answers.unread));
  }

  /** Requests a server. Not safe to repeat: each call creates one. @returns the operation to follow. */
  async createServer(wish: ServerWish): Promise<string> {
    return (await this.#request("POST", requestPath`/v1/servers`, answers.created, wish)).operation;
  }

  async operation(id: string): Promise<OperationState | undefined> {
    return orUndefined(() => this.#request("GET", requestPath`/v1/operations/${id}`, answers.operation));
  }

  async server(id: string): Promise<Server | undefined> {
    return orUndefined(() => this.#request("GET", requestPath`/v1/servers/${id}`, answers.server));
  }

  /** Servers with a tag. A new server appears late, and a deleted one may still be listed. */
  async serversTagged(key: string, value: string): Promise<readonly Server[]> {
    const tag = `${key}=${value}`;
    return (await this.#request("GET", requestPath`/v1/servers?tag=${tag}`, answers.servers)).servers;
  }

  /** @returns whether it still existed; then its removal takes time. */
  async deleteServer(id: string): Promise<boolean> {
    const removed = await orUndefined(() => this.#request("DELETE", requestPath`/v1/servers/${id}`, answers.unread));
    return removed !== undefined;
  }

  async #request<Schema extends TSchema>(
    method: string,
    { text: path }: RequestPath,
    schema: Schema,
    body?: object,
  ): Promise<Static<Schema>> {
    const what = `${method} ${path}`;
    this.#turn.request();
    try {
      const response = await fetch(new URL(path, this.#url), {
        method,
        headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
        // A cloud must not redirect the provider's requests elsewhere.
        redirect: "manual",
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMs)]),
        body: body === undefined ? null : JSON.stringify(body),
      });
      return await this.#answerOf(what, response, schema);
    } catch (error) {
      const isKnown = isCapstanError(error, "Pending") || isCapstanError(error, "RateLimited");
      if (isKnown || error instanceof CloudError) throw error;
      // The connection broke, or the response did not end in time.
      throw unconfirmed(what, error);
    }
  }

  async #answerOf<Schema extends TSchema>(what: string, response: Response, schema: Schema): Promise<Static<Schema>> {
    if (response.status >= 500) throw unconfirmed(what);
    cloudRequests.count({ result: resultOf(response) });
    if (response.ok) return readAnswer(response, schema);
    if (response.status === 429) throw this.#turn.refused(response);
    const error = await refusal(response);
    if (response.status !== 401) throw error;
    throw new PendingError("CredentialsRefused", error.message, { retryAfterMs: 30_000, warning: true });
  }
}

async function orUndefined<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    const isNothing = error instanceof CloudError ? error.status === 404 : isCapstanError(error, "RequestPathRefused");
    if (isNothing) return undefined;
    throw error;
  }
}

/** It is unknown whether the request took effect: the connection broke, or the cloud failed. */
function unconfirmed(what: string, cause?: unknown): PendingError {
  cloudRequests.count({ result: "unconfirmed" });
  return new PendingError("CloudUnconfirmed", `The cloud did not confirm ${what}`, { retryAfterMs: 5_000, cause });
}

async function refusal(response: Response): Promise<CloudError> {
  const answer = await readAnswer(response, answers.refusal).catch(() => ({ code: undefined, message: undefined }));
  const { code = "unknown", message = "The cloud refused" } = answer;
  return new CloudError(response.status, code, message);
}

function resultOf({ ok, status }: Response): string {
  if (ok) return "ok";
  return status === 429 ? "limited" : "refused";
}
