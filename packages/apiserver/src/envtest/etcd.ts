import { once } from "node:events";
import { createServer, type Server } from "node:http";

/**
 * Stands in for etcd where only its health is checked: the embedded API server stores its own state.
 *
 * @param clientUrl - the value of `--listen-client-urls`, for example `http://127.0.0.1:2379`.
 */
export async function startEtcd(clientUrl: string): Promise<Server> {
  const { hostname, port } = new URL(clientUrl);
  const server = createServer((request, response) => {
    const isHealth = request.url === "/health";
    response.writeHead(isHealth ? 200 : 404, { "content-type": "application/json" });
    response.end(isHealth ? '{"health":"true","reason":""}' : "{}");
  });
  server.listen(Number(port), hostname.replace(/^\[(.*)\]$/, "$1"));
  await once(server, "listening");
  return server;
}
