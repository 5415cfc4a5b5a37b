import { CloudError, RateLimitedError, UnconfirmedError } from "./cloud-error.ts";
import { cloudRequests } from "./cloud-metrics.ts";
import type { Pacer } from "./pacer.ts";

export interface Server {
  readonly id: string;
  readonly zone: string;
  readonly ip: string;
  readonly state: "creating" | "running";
}

export interface ServerWish {
  readonly name: string;
  readonly size: string;
  readonly diskGiB?: number;
  readonly zone?: string;
  readonly userData?: string;
  readonly loadBalancer?: string;
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
 * All methods throw {@link RateLimitedError}, {@link CloudError} and {@link UnconfirmedError}, and nothing of what they sent.
 */
export class RestCloud {
  readonly #url: string;
  readonly #token: string;
  readonly #pacer: Pacer;
  readonly #signal: AbortSignal;

  constructor(options: { url: string; token: string; pacer: Pacer; signal: AbortSignal }) {
    this.#url = options.url;
    this.#token = options.token;
    this.#pacer = options.pacer;
    this.#signal = options.signal;
  }

  async zones(): Promise<readonly string[]> {
    return ((await this.#request("GET", "/v1/zones")) as { zones: string[] }).zones;
  }

  /** Makes the load balancer unless it is there: its id is the caller's. */
  async ensureLoadBalancer(id: string): Promise<{ host: string; port: number }> {
    return (await this.#request("PUT", `/v1/load-balancers/${id}`)) as { host: string; port: number };
  }

  async removeLoadBalancer(id: string): Promise<void> {
    await this.#orUndefined(this.#request("DELETE", `/v1/load-balancers/${id}`));
  }

  /** Asks for a server. Not safe to repeat: each time makes one. @returns the operation to follow. */
  async createServer(wish: ServerWish): Promise<string> {
    return ((await this.#request("POST", "/v1/servers", wish)) as { operation: string }).operation;
  }

  async operation(id: string): Promise<OperationState | undefined> {
    return (await this.#orUndefined(this.#request("GET", `/v1/operations/${id}`))) as OperationState | undefined;
  }

  async server(id: string): Promise<Server | undefined> {
    return (await this.#orUndefined(this.#request("GET", `/v1/servers/${id}`))) as Server | undefined;
  }

  /** Servers with a tag. A new one appears late, one that is gone may still be there. */
  async serversTagged(key: string, value: string): Promise<readonly Server[]> {
    const query = `tag=${encodeURIComponent(`${key}=${value}`)}`;
    return ((await this.#request("GET", `/v1/servers?${query}`)) as { servers: Server[] }).servers;
  }

  /** @returns whether it was still there; then its removal takes time. */
  async deleteServer(id: string): Promise<boolean> {
    return (await this.#orUndefined(this.#request("DELETE", `/v1/servers/${id}`))) !== undefined;
  }

  async #orUndefined(answer: Promise<unknown>): Promise<unknown> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof CloudError && error.status === 404) return undefined;
      throw error;
    }
  }

  async #request(method: string, path: string, body?: object): Promise<unknown> {
    if (this.#pacer.closedForMs > 0) throw new RateLimitedError(this.#pacer.closedForMs);
    try {
      const answer = await this.#send(method, path, body);
      cloudRequests.count({ result: "ok" });
      return answer;
    } catch (error) {
      cloudRequests.count({ result: resultOf(error) });
      throw error;
    }
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    const request = `${method} ${path}`;
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMs)]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new UnconfirmedError(request, error);
    });
    if (response.ok) return response.json();
    if (response.status === 429) {
      const retryAfterMs = 1_000 * Number(response.headers.get("retry-after") ?? "1");
      this.#pacer.close(retryAfterMs);
      throw new RateLimitedError(retryAfterMs);
    }
    const { code = "unknown", message = "The cloud refused" } = (await response.json().catch(() => ({}))) as {
      code?: string;
      message?: string;
    };
    const error = new CloudError(response.status, code, message);
    throw response.status >= 500 ? new UnconfirmedError(request, error) : error;
  }
}

function resultOf(error: unknown): string {
  if (error instanceof RateLimitedError) return "limited";
  return error instanceof CloudError ? "refused" : "unconfirmed";
}
