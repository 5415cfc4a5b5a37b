import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The web server of an attacker: it serves an empty page, and records its requests. */
export class AttackerSite implements AsyncDisposable {
  readonly port: number;
  /** All received data: request lines, headers. */
  readonly received: string[];
  readonly #server: Server;

  private constructor(server: Server, received: string[]) {
    this.#server = server;
    this.received = received;
    this.port = (server.address() as AddressInfo).port;
  }

  static async start(): Promise<AttackerSite> {
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(`${request.method ?? ""} ${request.url ?? ""} ${JSON.stringify(request.headers)}`);
      response.writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" });
      response.end("<!doctype html><title>harmless</title><body>");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new AttackerSite(server, received);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

/** The attacks of a page on a server at `target`, by name; each resolves with its result, or "nothing". */
export function crossSiteAttacks(target: string, token: string, action: object): Readonly<Record<string, string>> {
  const url = JSON.stringify(target);
  const body = JSON.stringify(JSON.stringify(action));
  const fetched = (path: string, options: string): string =>
    `fetch(${url} + ${JSON.stringify(path)}, ${options}).then(async (r) => r.type === "opaque" ? "nothing" : "read " + (await r.text()), () => "nothing")`;
  const loaded = (tag: string, attribute: string, path: string): string =>
    `new Promise((resolve) => {
      const one = document.createElement(${JSON.stringify(tag)});
      one.onload = () => resolve("loaded");
      one.onerror = () => resolve("nothing");
      if (${JSON.stringify(tag)} === "link") one.rel = "stylesheet";
      one[${JSON.stringify(attribute)}] = ${url} + ${JSON.stringify(path)};
      document.body.append(one);
    })`;
  const framed = (path: string): string =>
    `new Promise((resolve) => {
      const frame = document.createElement("iframe");
      frame.onload = () => { try { resolve(frame.contentDocument === null ? "nothing" : "read " + frame.contentDocument.body.innerText); } catch { resolve("nothing"); } };
      frame.src = ${url} + ${JSON.stringify(path)};
      document.body.append(frame);
    })`;
  const posted = (enctype: string): string =>
    `new Promise((resolve) => {
      const frame = document.createElement("iframe");
      frame.name = "to" + Math.random();
      document.body.append(frame);
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: ${url} + "/api/actions?authorization=" + ${JSON.stringify(token)}, target: frame.name, enctype: ${JSON.stringify(enctype)} });
      const field = document.createElement("input");
      Object.assign(field, { name: ${body}, value: "" });
      form.append(field);
      document.body.append(form);
      frame.onload = () => resolve("nothing");
      form.submit();
    })`;
  const authorized = `{ authorization: "Bearer " + ${JSON.stringify(token)} }`;
  return {
    "fetch of the page": fetched("/", "{}"),
    "fetch of the page, opaque": fetched("/", `{ mode: "no-cors" }`),
    "fetch of an object, with the token": fetched("/api/object?id=x", `{ headers: ${authorized} }`),
    "fetch of the stream, with the token": fetched("/api/stream", `{ headers: ${authorized} }`),
    "an action as text": fetched("/api/actions", `{ method: "POST", mode: "no-cors", body: ${body} }`),
    "an action with the token": fetched("/api/actions", `{ method: "POST", headers: ${authorized}, body: ${body} }`),
    "an action with credentials": fetched("/api/actions", `{ method: "POST", credentials: "include", body: ${body} }`),
    "a beacon": `(navigator.sendBeacon(${url} + "/api/actions", ${body}), "nothing")`,
    "a form as text": posted("text/plain"),
    "a form": posted("application/x-www-form-urlencoded"),
    "a form with parts": posted("multipart/form-data"),
    "its script": loaded("script", "src", "/page.js"),
    "its stream as a script": loaded("script", "src", "/api/stream"),
    "its styles": loaded("link", "href", "/page.css"),
    "its icon": loaded("img", "src", "/icon.svg"),
    "its page in a frame": framed(`/#${token}`),
    "an object in a frame": framed("/api/object?id=x"),
    "its page in an object": loaded("object", "data", `/#${token}`).replace('resolve("loaded")', 'resolve("nothing")'),
    EventSource: `new Promise((resolve) => {
      const source = new EventSource(${url} + "/api/stream");
      source.onmessage = ({ data }) => resolve("read " + data);
      source.onerror = () => { source.close(); resolve("nothing"); };
    })`,
    WebSocket: `new Promise((resolve) => {
      const socket = new WebSocket(${url}.replace("http", "ws") + "/api/stream");
      socket.onopen = () => resolve("open");
      socket.onerror = () => resolve("nothing");
    })`,
    "a module": `import(${url} + "/page.js").then(() => "loaded", () => "nothing")`,
    "a worker": `new Promise((resolve) => {
      try {
        const worker = new Worker(${url} + "/page.js");
        worker.onerror = () => resolve("nothing");
        worker.onmessage = () => resolve("loaded");
      } catch { resolve("nothing"); }
    })`,
  };
}
