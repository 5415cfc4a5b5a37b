import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Engine, type EngineSurroundings, openEngine } from "@capstan/infrastructure-docker";

/** An answer of the played engine: JSON, bytes, or none at all. */
export type Played =
  { readonly status?: number; readonly body?: unknown; readonly bytes?: Buffer } | "hangs" | "hangs up";

/** The API of an engine on a socket, with answers by method and path without the query. */
export async function playedEngine(answers: (request: string, query: URLSearchParams) => Played) {
  const folder = await mkdtempDisposable(path.join(tmpdir(), "engine-"));
  const socket = path.join(folder.path, "docker.sock");
  const requests: { readonly request: string; readonly query: Record<string, string>; readonly body: string }[] = [];
  const server = createServer((request, response) => void answer(request, response)).listen(socket);
  await once(server, "listening");
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url ?? "/", "http://engine");
    const what = `${request.method} ${url.pathname}`;
    requests.push({ request: what, query: Object.fromEntries(url.searchParams), body });
    const played = answers(what, url.searchParams);
    if (played === "hangs") return;
    if (played === "hangs up") {
      request.socket.destroy();
      return;
    }
    response.writeHead(played.status ?? 200, { "content-type": "application/json" });
    response.end(played.bytes ?? (played.body === undefined ? "" : JSON.stringify(played.body)));
  };
  return {
    engine: openEngine(surroundings({ DOCKER_HOST: `unix://${socket}` })),
    socket,
    folder: folder.path,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A machine on which nothing but the environment tells where an engine is. */
export function surroundings(environment: Record<string, string>, home = "/nonexistent"): EngineSurroundings {
  return { environment, home, platform: "linux", uid: 1_000 };
}

/** A signal that nothing aborts. */
export const signal = new AbortController().signal;

/** One frame of a command's output. */
export function frame(stream: 1 | 2, text: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt8(stream, 0);
  head.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** The reason with which an engine refuses. */
export async function refusalOf(work: (engine: Engine) => Promise<unknown>, engine: Engine): Promise<string> {
  try {
    await work(engine);
  } catch (error) {
    return `${(error as { reason?: string }).reason}: ${(error as Error).message}`;
  }
  return "nothing refused";
}
