import { once } from "node:events";
import type { Server } from "node:http";
import { ArgumentError } from "@capstan/kube";

/** The first port that is tried where no one was asked for: the URL is mostly the same, then. */
const usualPort = 4480;
/** As many pages may be open at a time before any free port is taken. */
const triedPorts = 20;

/**
 * Has a server listen on 127.0.0.1.
 *
 * @param port - undefined: 4480, or the next one that is free.
 * @returns the port.
 * @throws ArgumentError - the port that was asked for is taken, or may not be used.
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
