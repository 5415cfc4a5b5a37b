import { readAnswer, type RequestPath, requestPath, type Static, type TSchema, Type } from "@capstan/provider";
import { HookError } from "@capstan/runtime-extension";

const server = Type.Object({ size: Type.String({ maxLength: 64 }) });
const loadBalancers = Type.Object({ loadBalancers: Type.Array(Type.String({ maxLength: 600 }), { maxItems: 10_000 }) });

/** The part of the cloud's API that the hooks need, with the credentials of one account. */
export class ServerCloud {
  readonly #url: string;
  readonly #token: string;
  readonly #signal: AbortSignal;

  constructor({ url, token, signal }: { url: string; token: string; signal: AbortSignal }) {
    this.#url = url;
    this.#token = token;
    this.#signal = signal;
  }

  async server(id: string): Promise<Static<typeof server>> {
    return this.#request("GET", requestPath`/v1/servers/${id}`, server);
  }

  /** Asynchronous, and safe to repeat. */
  async resize(id: string, size: string): Promise<void> {
    await this.#request("POST", requestPath`/v1/servers/${id}/resize`, Type.Object({}), { size });
  }

  async loadBalancers(): Promise<readonly string[]> {
    return (await this.#request("GET", requestPath`/v1/load-balancers`, loadBalancers)).loadBalancers;
  }

  /** @throws HookError - without the text of the cloud, which may change with each request. */
  async #request<Schema extends TSchema>(
    method: string,
    { text: path }: RequestPath,
    schema: Schema,
    body?: object,
  ): Promise<Static<Schema>> {
    const headers = { authorization: `Bearer ${this.#token}`, "content-type": "application/json" };
    const sent = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers,
      redirect: "manual",
      signal: this.#signal,
      body: sent,
    }).catch((cause: unknown) => {
      throw new HookError("The cloud cannot be reached", { cause });
    });
    if (!response.ok) throw new HookError(`The cloud answers ${method} ${path} with ${response.status}`);
    return readAnswer(response, schema);
  }
}
