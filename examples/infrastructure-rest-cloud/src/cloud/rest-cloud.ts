import { PendingError, type RequestPath, requestPath, type Turn } from "@capstan/provider";
import { CloudError } from "./cloud-error.ts";
import { cloudRequests } from "./cloud-metrics.ts";

export interface Server {
  readonly id: string;
  readonly zone: string;
  readonly ip: string;
  readonly state: "creating" | "running";
}

export interface ServerWish {
  readonly name: string;
  readonly size: string;
  readonly diskGiB: number | undefined;
  readonly zone: string | undefined;
  readonly userData: string | undefined;
  readonly loadBalancer: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
}

export type OperationState =
  | { readonly state: "running" }
  | { readonly state: "done"; readonly server: string }
  | { readonly state: "failed"; readonly error: { readonly code: string; readonly message: string } };

const timeoutMs = 10_000;

/**
 * The cloud's API, with the credentials of one account.
 *
 * All methods throw a {@link CloudError} for what the cloud refuses, a {@link PendingError} where it did not confirm anything, and what
 * the turn throws; and nothing of what they sent. An id that is not one part of a path is refused before anything is sent: who may write a
 * machine also writes its providerID.
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
    return ((await this.#request("GET", requestPath`/v1/zones`)) as { zones: string[] }).zones;
  }

  /** Makes the load balancer unless it is there: its id is the caller's. */
  async ensureLoadBalancer(id: string): Promise<{ host: string; port: number }> {
    return (await this.#request("PUT", requestPath`/v1/load-balancers/${id}`)) as { host: string; port: number };
  }

  async removeLoadBalancer(id: string): Promise<void> {
    await this.#orUndefined(this.#request("DELETE", requestPath`/v1/load-balancers/${id}`));
  }

  /** Asks for a server. Not safe to repeat: each time makes one. @returns the operation to follow. */
  async createServer(wish: ServerWish): Promise<string> {
    return ((await this.#request("POST", requestPath`/v1/servers`, wish)) as { operation: string }).operation;
  }

  async operation(id: string): Promise<OperationState | undefined> {
    return (await this.#orUndefined(this.#request("GET", requestPath`/v1/operations/${id}`))) as
      OperationState | undefined;
  }

  async server(id: string): Promise<Server | undefined> {
    return (await this.#orUndefined(this.#request("GET", requestPath`/v1/servers/${id}`))) as Server | undefined;
  }

  /** Servers with a tag. A new one appears late, one that is gone may still be there. */
  async serversTagged(key: string, value: string): Promise<readonly Server[]> {
    const tag = `${key}=${value}`;
    return ((await this.#request("GET", requestPath`/v1/servers?tag=${tag}`)) as { servers: Server[] }).servers;
  }

  /** @returns whether it was still there; then its removal takes time. */
  async deleteServer(id: string): Promise<boolean> {
    return (await this.#orUndefined(this.#request("DELETE", requestPath`/v1/servers/${id}`))) !== undefined;
  }

  async #orUndefined(answer: Promise<unknown>): Promise<unknown> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof CloudError && error.status === 404) return undefined;
      throw error;
    }
  }

  async #request(method: string, { text: path }: RequestPath, body?: object): Promise<unknown> {
    this.#turn.request();
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMs)]),
      body: body === undefined ? null : JSON.stringify(body),
    }).catch((error: unknown) => {
      throw unconfirmed(method, path, error);
    });
    if (response.status >= 500) throw unconfirmed(method, path);
    cloudRequests.count({ result: resultOf(response) });
    if (response.ok) return response.json();
    if (response.status === 429) throw this.#turn.refused(response);
    const error = await refusal(response);
    if (response.status !== 401) throw error;
    throw new PendingError("CredentialsRefused", error.message, { retryAfterMs: 30_000, warning: true });
  }
}

/** Whether the request was carried out is not known: the connection broke, or the cloud failed. */
function unconfirmed(method: string, path: string, cause?: unknown): PendingError {
  cloudRequests.count({ result: "unconfirmed" });
  const message = `The cloud did not confirm ${method} ${path}`;
  return new PendingError("CloudUnconfirmed", message, { retryAfterMs: 5_000, cause });
}

async function refusal(response: Response): Promise<CloudError> {
  const { code = "unknown", message = "The cloud refused" } = (await response.json().catch(() => ({}))) as {
    code?: string;
    message?: string;
  };
  return new CloudError(response.status, code, message);
}

function resultOf({ ok, status }: Response): string {
  if (ok) return "ok";
  return status === 429 ? "limited" : "refused";
}
