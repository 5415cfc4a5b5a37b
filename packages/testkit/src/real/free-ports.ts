import { once } from "node:events";
import { createServer } from "node:net";

/**
 * TCP ports on 127.0.0.1 that nothing listens on right now.
 *
 * @example
 * ```ts
 * import { freePorts } from "@capstan/testkit";
 *
 * const [http, https] = await freePorts(2);
 * console.log(http, https);
 * ```
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => {
    const address = server.address();
    // eslint-disable-next-line errors/capstan-errors -- Node answers neither for TCP
    if (address === null || typeof address === "string") throw new Error("A TCP server has no port.");
    return address.port;
  });
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
