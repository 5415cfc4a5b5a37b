import { once } from "node:events";
import { type ClientHttp2Stream, connect, constants, type IncomingHttpHeaders } from "node:http2";
import https from "node:https";
import { gunzipSync } from "node:zlib";
import { setTimeout as elapsed } from "node:timers/promises";
import { load } from "js-yaml";
import { patienceMs } from "@capstan/harness/patience";

/** An API server that the suite runs against. */
export interface Target {
  readonly kubeconfig: string;
  kubeconfigFor(user: string, groups?: readonly string[]): string | Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  // The suite states the expected bodies; their shape is under test.
  readonly body: Body;
  /** The body as received, decompressed. */
  readonly bytes: Buffer;
  /** The body as a string. */
  readonly text: string;
}

/** The fields of bodies that the suite checks. The types are its claim: an answer without the field fails the test that reads it. */
export interface Body {
  readonly [key: string]: unknown;
  readonly kind: string;
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details: { readonly causes: readonly { field: string; reason: string; message: string }[] };
  readonly metadata: {
    readonly [key: string]: unknown;
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly continue: string;
    readonly finalizers: readonly string[];
    readonly ownerReferences?: readonly unknown[];
    readonly managedFields: readonly { manager: string; operation: string; subresource?: string; fieldsV1: unknown }[];
  };
  readonly spec: Readonly<Record<string, unknown>>;
  /** `conditions` is null in a definition that no controller of the real server has processed yet. */
  readonly status: { readonly conditions: readonly Record<"type" | "status" | "reason" | "message", string>[] | null };
  readonly items: readonly (Body & { readonly versions: readonly { resources: readonly unknown[] }[] })[];
  readonly resources: readonly { readonly name: string }[];
  readonly versions: readonly { readonly version: string }[];
  readonly columnDefinitions: readonly { readonly name: string }[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: Body }[];
}

export interface WatchEvent {
  readonly type: string;
  readonly object: Body;
}

/** One of several requests that are sent together. */
export interface TogetherRequest {
  readonly method: string;
  readonly path: string;
  /** The patch type of the body. Default: the body is not a patch. */
  readonly patch?: keyof typeof contentTypes;
  readonly body: unknown;
}

/** An HTTP/2 connection. */
interface Connection extends AsyncDisposable {
  send(method: string, path: string, contentType: string, body: unknown): ClientHttp2Stream;
}

interface Kubeconfig {
  clusters: { cluster: { server: string; "certificate-authority-data": string } }[];
  users: { user: { token?: string; "client-certificate-data"?: string; "client-key-data"?: string } }[];
}

/** How often to repeat a request whose answer is not ready yet. */
const pollMs = 10;

const contentTypes = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

/** The open connections of each identity: a handshake costs both sides more than most requests do. */
const agents = new Map<string, https.Agent>();

function agentOf(identity: string): https.Agent {
  const agent = agents.get(identity) ?? new https.Agent({ keepAlive: true });
  agents.set(identity, agent);
  return agent;
}

/** A client that exposes status codes, headers and bodies unchanged. */
export class Wire {
  readonly #server: string;
  readonly #credentials: https.RequestOptions;
  readonly #agent: https.Agent;

  constructor(kubeconfig: string, options: { anonymous?: boolean; token?: string } = {}) {
    const { clusters, users } = load(kubeconfig) as Kubeconfig;
    const cluster = clusters[0]?.cluster;
    const user = options.anonymous === true || options.token !== undefined ? undefined : users[0]?.user;
    const decode = (text: string | undefined): Buffer | undefined =>
      text === undefined ? undefined : Buffer.from(text, "base64");
    const token = options.token ?? user?.token;
    this.#agent = agentOf(JSON.stringify([kubeconfig, options]));
    this.#server = cluster?.server ?? "";
    this.#credentials = {
      ca: decode(cluster?.["certificate-authority-data"]),
      cert: decode(user?.["client-certificate-data"]),
      key: decode(user?.["client-key-data"]),
      agent: false,
      headers: { "user-agent": "suite/1.0", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    };
  }

  get(path: string, accept?: string): Promise<Answer> {
    return this.send("GET", path, undefined, accept === undefined ? {} : { accept });
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.send("POST", path, body, { "content-type": "application/json" });
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.send("PUT", path, body, { "content-type": "application/json" });
  }

  patch(path: string, kind: keyof typeof contentTypes, body: unknown): Promise<Answer> {
    return this.send("PATCH", path, body, { "content-type": contentTypes[kind] });
  }

  delete(path: string, options?: unknown): Promise<Answer> {
    return this.send("DELETE", path, options, { "content-type": "application/json" });
  }

  /** Sends requests on one HTTP/2 connection, each with a body unless it is undefined, and cancels each as soon as it is sent. */
  async sendAndLeave(method: string, path: string, bodies: readonly unknown[]): Promise<void> {
    await using connection = await this.#connect();
    const left = bodies.map((body) => {
      const request = connection.send(method, path, "application/json", body);
      request.close(constants.NGHTTP2_CANCEL);
      return once(request, "close");
    });
    await Promise.all(left);
  }

  /** Sends requests together on one HTTP/2 connection, and returns the statuses of their answers. */
  async sendTogether(requests: readonly TogetherRequest[]): Promise<number[]> {
    await using connection = await this.#connect();
    const statuses = requests.map(async ({ method, path, patch, body }) => {
      const contentType = patch === undefined ? "application/json" : contentTypes[patch];
      const request = connection.send(method, path, contentType, body);
      const [headers] = (await once(request, "response")) as [IncomingHttpHeaders];
      await once(request.resume(), "close");
      return Number(headers[":status"]);
    });
    return await Promise.all(statuses);
  }

  async #connect(): Promise<Connection> {
    const { ca, cert, key, headers } = this.#credentials;
    const session = connect(this.#server, { ca, cert, key });
    await once(session, "connect");
    return {
      send: (method, path, contentType, body) => {
        const own = { ...(headers as Record<string, string>), "content-type": contentType };
        const request = session.request({ ...own, ":method": method, ":path": path }, { endStream: false });
        request.end(body === undefined ? undefined : JSON.stringify(body));
        return request;
      },
      async [Symbol.asyncDispose]() {
        session.destroy();
        if (!session.closed) await once(session, "close");
      },
    };
  }

  send(method: string, path: string, body: unknown, headers: Record<string, string | string[]>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const payload =
        body === undefined ? "" : typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const all = {
        ...(this.#credentials.headers as Record<string, string>),
        ...headers,
        "content-length": String(Buffer.byteLength(payload)),
      };
      const request = https.request(
        this.#server + path,
        { ...this.#credentials, agent: this.#agent, method, headers: all },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => {
            const sent = Buffer.concat(chunks);
            const bytes = response.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
            const text = bytes.toString();
            const { statusCode: status = 0, headers } = response;
            resolve({ status, headers, body: parse(text), bytes, text });
          });
        },
      );
      request.on("error", reject);
      request.end(payload);
    });
  }

  /**
   * Posts endless JSON until the server closes the connection.
   * @returns the status of its answer.
   */
  sendEndlessly(path: string): Promise<number> {
    return new Promise((resolve) => {
      const headers = { ...(this.#credentials.headers as Record<string, string>), "content-type": "application/json" };
      const request = https.request(this.#server + path, { ...this.#credentials, method: "POST", headers });
      let status = 0;
      const spaces = Buffer.alloc(64 * 1024, " ");
      const write = (): void => {
        while (!request.destroyed && request.write(spaces));
        if (!request.destroyed) request.once("drain", write);
      };
      request.on("response", (response) => {
        status = response.statusCode ?? 0;
        response.on("error", () => undefined);
        response.resume();
      });
      request.on("error", () => undefined);
      request.on("close", () => {
        resolve(status);
      });
      write();
    });
  }

  /** Follows a watch until `done` returns true for the events so far, or the server ends the watch. */
  watch(path: string, done: (events: readonly WatchEvent[]) => boolean, accept?: string): Promise<WatchEvent[]> {
    return new Promise((resolve, reject) => {
      const events: WatchEvent[] = [];
      const headers = {
        ...(this.#credentials.headers as Record<string, string>),
        ...(accept === undefined ? {} : { accept }),
      };
      const request = https.get(this.#server + path, { ...this.#credentials, headers }, (response) => {
        let rest = "";
        response.on("data", (chunk: Buffer) => {
          const lines = (rest + chunk.toString()).split("\n");
          rest = lines.pop() ?? "";
          for (const line of lines) {
            events.push(JSON.parse(line) as WatchEvent);
            if (!done(events)) continue;
            request.destroy();
            resolve(events);
            return;
          }
        });
        response.on("error", reject).on("end", () => {
          resolve(events);
        });
      });
      request.on("error", reject);
    });
  }
}

/**
 * Repeats a request until the answer is as expected.
 *
 * @throws Error it was not within {@link patienceMs}; with the last answer.
 */
export async function eventually<Found>(ask: () => Promise<Found>, wanted: (found: Found) => boolean): Promise<Found> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (performance.now() > deadline) throw new Error(`The last answer is not as expected: ${JSON.stringify(answer)}`);
    await elapsed(pollMs);
  }
}

function parse(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return { text } as unknown as Body;
  }
}
