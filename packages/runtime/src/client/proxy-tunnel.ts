import type { Socket } from "node:net";
import { hostPort } from "@capstan/kube";
import { type Address, addressOf, type Connections } from "./connections.ts";
import { http } from "../http/node-http.ts";
import { whenReady } from "./when-ready.ts";

const proxyPorts: Readonly<Record<string, number>> = { "https:": 443, "http:": 80, "socks5:": 1080 };

/**
 * Opens a connection to a server through the proxy in the `proxy-url` of a kubeconfig: `http`, `https` or `socks5`, optionally with a user
 * and password.
 *
 * @throws Error - the URL is not such a URL, or the proxy is unresponsive or refuses.
 */
export async function openTunnel(proxyUrl: string, server: Address, connections: Connections): Promise<Socket> {
  const proxy = readProxyUrl(proxyUrl);
  const address = addressOf(proxy, proxyPorts);
  const socket = await connections.open(address);
  try {
    if (proxy.protocol === "socks5:") return await throughSocks(socket, proxy, server);
    const secured = proxy.protocol === "https:" ? await connections.secure(socket, address.host, {}) : socket;
    return await throughHttp(secured, proxy, server, connections);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The error of the URL parser quotes the whole URL, and so a password. */
function readProxyUrl(text: string): URL {
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (proxy !== undefined && Object.hasOwn(proxyPorts, proxy.protocol)) return proxy;
  // eslint-disable-next-line errors/capstan-errors -- the transport makes a ConnectionError of it
  throw new Error("proxy-url must be a URL that begins with http://, https:// or socks5://");
}

async function throughHttp(
  socket: Socket,
  { username, password }: URL,
  server: Address,
  { clock }: Connections,
): Promise<Socket> {
  const authority = hostPort(server);
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  const request = http.request({
    method: "CONNECT",
    path: authority,
    headers: { host: authority, ...(username === "" ? {} : { "proxy-authorization": `Basic ${login}` }) },
    createConnection: () => socket,
  });
  let status: number | undefined;
  request.once("connect", (answer, _socket, head) => {
    status = answer.statusCode;
    if (head.length > 0) socket.unshift(head);
  });
  request.end();
  await whenReady(request, "connect", "The proxy", clock);
  // eslint-disable-next-line errors/capstan-errors -- the transport makes a ConnectionError of it
  if (status !== 200) throw new Error(`The proxy responded to CONNECT with status ${status}`);
  return socket;
}

/** Loads the SOCKS library on first use. */
async function throughSocks(socket: Socket, proxy: URL, destination: Address): Promise<Socket> {
  const { SocksClient } = await import("socks");
  const login = { userId: decodeURIComponent(proxy.username), password: decodeURIComponent(proxy.password) };
  const connected = await SocksClient.createConnection({
    proxy: { ...addressOf(proxy, proxyPorts), type: 5, ...(proxy.username === "" ? {} : login) },
    command: "connect",
    destination,
    existing_socket: socket,
  });
  return connected.socket;
}
