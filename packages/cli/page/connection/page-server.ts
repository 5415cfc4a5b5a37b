import type { Action, Details, ObjectId, Refusal } from "../../src/page/protocol.ts";

/** A refusal of the page's server, with its message. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "RefusedError";
    this.status = status;
  }
}

/** The request options other than the path. */
interface Request extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>;
}

/** The server of the page. */
export class PageServer {
  readonly #headers: Readonly<Record<string, string>>;

  /** @param token - from the address of the page. */
  constructor(token: string) {
    this.#headers = { authorization: `Bearer ${token}` };
  }

  /** @throws RefusedError - the server does not accept the token. */
  async openStream(): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.#request("api/stream");
    if (body === null) throw new RefusedError(502, "The stream is empty.");
    return body;
  }

  /** @throws RefusedError - the object is deleted. */
  async details(id: ObjectId, signal: AbortSignal): Promise<Details> {
    const answer = await this.#request(`api/object?id=${encodeURIComponent(id)}`, { signal });
    return (await answer.json()) as Details;
  }

  /** @throws RefusedError - the action was refused. */
  async act(action: Action): Promise<void> {
    await this.#request("api/actions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(action),
    });
  }

  async #request(path: string, init: Request = {}): Promise<Response> {
    const answer = await fetch(path, { ...init, cache: "no-store", headers: { ...init.headers, ...this.#headers } });
    if (answer.ok) return answer;
    throw new RefusedError(answer.status, await refusalOf(answer));
  }
}

async function refusalOf(answer: Response): Promise<string> {
  const refusal = (await answer.json().catch(() => ({}))) as Partial<Refusal>;
  return refusal.message ?? `The server answered ${answer.status}.`;
}
