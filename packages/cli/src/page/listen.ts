import { once } from "node:events";
import type { Server } from "node:http";
import { ArgumentError } from "@capstan/kube";

/** The first port to try if none is requested, so that the URL is usually the same. */
const usualPort = 4480;
/** The number of ports to try, one per open page, before taking any free port. */
const triedPorts = 20;

/**
 * Makes a server listen on 127.0.0.1.
 *
 * @param port - undefined: 4480, or the next free port.
 * @returns the port.
 * @throws ArgumentError - the requested port is taken, or not permitted.
 */
export async function listen(server: Server, port: number | undefined): Promise<number> {
  const candidates = port === undefined ? [...Array(triedPorts).keys()].map((offset) => usualPort + offset) : [port];
  for (const candidate of candidates) {
    if (await canListen(server, candidate)) return portOf(server);
  }
  if (port !== undefined) throw new ArgumentError(`port ${port} cannot be used; choose another one with --port`);
  await canListen(server, 0);
  return portOf(server);
}

async function canListen(server: Server, port: number): Promise<boolean> {
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return true;
  } catch {
    return false;
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}
