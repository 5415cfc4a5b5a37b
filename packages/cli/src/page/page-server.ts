import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  type IncomingHttpHeaders,
} from "node:http";
import { isOwnRequest } from "@capstan/kube";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { ActionRefusedError } from "./action-refused-error.ts";
import { listen } from "./listen.ts";
import type { PageContent } from "./page-content.ts";
import type { PageFiles } from "./page-files.ts";
import type { Refusal } from "./protocol.ts";
import { readAction } from "./read-action.ts";
import { UpdateStream } from "./update-stream.ts";

/**
 * Access to the page's server: for clients with its token, which is in the fragment of the page's URL, and so in no request line and no
 * log. Requests that a browser sends for another site are refused as well, even with the token.
 */
class PageAccess {
  readonly token = randomBytes(32).toString("base64url");
  readonly #digest = digestOf(`Bearer ${this.token}`);

  /** Whether a request of `/api` has the token; compares in constant time. */
  isAuthorized({ authorization = "" }: IncomingHttpHeaders): boolean {
    return timingSafeEqual(digestOf(authorization), this.#digest);
  }
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Allows scripts and styles from this server alone, and no embedding in another site's page. */
const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
} as const;

/** The needs of {@link PageServer.start}. */
export interface PageServerOptions {
  readonly files: PageFiles;
  /** Default: 4480, or the next free port. */
  readonly port?: number;
}

/** Serves the page and its API on 127.0.0.1 to clients that have its URL. */
export class PageServer implements AsyncDisposable {
  readonly #content: PageContent;
  readonly #files: PageFiles;
  readonly #access = new PageAccess();
  readonly #server: Server;
  readonly #streams = new Set<UpdateStream>();
  readonly #closing = new AbortController();
  #port = 0;

  private constructor(content: PageContent, files: PageFiles) {
    this.#content = content;
    this.#files = files;
    this.#server = createServer((request, response) => {
      void this.#answer(request, response);
    });
    const unfollow = content.follow((update) => {
      if (this.#streams.size === 0) return;
      const text = `data: ${JSON.stringify(update)}\n\n`;
      for (const stream of this.#streams) stream.write(text);
    });
    this.#closing.signal.addEventListener("abort", unfollow);
  }

  /** @throws ArgumentError - the requested port is taken, or not permitted. */
  static async start(content: PageContent, { files, port }: PageServerOptions): Promise<PageServer> {
    const server = new PageServer(content, files);
    server.#port = await listen(server.#server, port);
    return server;
  }

  /** The address of the page, with its token. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}/#${this.#access.token}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    for (const stream of this.#streams) stream.end();
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    try {
      await this.#route(request, response);
    } catch (error) {
      const status = error instanceof ActionRefusedError ? error.status : 500;
      refuse(response, status, error instanceof Error ? error.message : String(error));
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOwnRequest(request.headers))
      throw new ActionRefusedError(403, "open the page at the URL that capstan has printed");
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (!url.pathname.startsWith("/api/")) {
      this.#sendFile(request, url.pathname, response);
      return;
    }
    if (!this.#access.isAuthorized(request.headers)) {
      throw new ActionRefusedError(
        401,
        "the token is missing or belongs to another run; open the URL that capstan has printed",
      );
    }
    switch (`${request.method ?? ""} ${url.pathname}`) {
      case "GET /api/stream":
        this.#stream(request, response);
        return;
      case "GET /api/object":
        sendJson(response, 200, await this.#content.details(url.searchParams.get("id") ?? "", this.#closing.signal));
        return;
      case "POST /api/actions":
        await this.#content.act(await readAction(request), this.#closing.signal);
        response.writeHead(204).end();
        return;
      default:
        throw new ActionRefusedError(404, `${url.pathname} is not served`);
    }
  }

  #sendFile({ method }: IncomingMessage, path: string, response: ServerResponse): void {
    if (method !== "GET" && method !== "HEAD") throw new ActionRefusedError(405, "files are read-only; use GET");
    const file = this.#files.get(path === "/" ? "index.html" : path.slice(1));
    if (file === undefined) throw new ActionRefusedError(404, `${path} is not served`);
    response.writeHead(200, { "content-type": file.type, "content-length": file.body.length });
    response.end(method === "HEAD" ? undefined : file.body);
  }

  #stream(request: IncomingMessage, response: ServerResponse): void {
    const compressed = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    const stream = new UpdateStream(response, { compressed });
    // In the same turn as the snapshot, so that no update is missed between them.
    stream.send(this.#content.snapshot());
    this.#streams.add(stream);
    response.once("close", () => {
      this.#streams.delete(stream);
      stream.end();
    });
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const refusal: Refusal = { message };
  sendJson(response, status, refusal);
}
