import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { ProgramError } from "./program-error.ts";

/** Outgoing connections may take any free port at any time, but only from 32768 or 49152 on, depending on the system. */
const lowest = 15_000;
const above = 32_000;
const attempts = 1_000;

/**
 * TCP ports on 127.0.0.1 that are free now, and that no outgoing connection takes meanwhile.
 *
 * @throws ProgramError there are not enough free ports.
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
  const found = new Map<number, Server>();
  for (let attempt = 0; found.size < count && attempt < attempts; attempt += 1) {
    const port = randomInt(lowest, above);
    const server = found.has(port) ? undefined : await listening(port);
    if (server !== undefined) found.set(port, server);
  }
  await Promise.all([...found.values()].map((server) => once(server.close(), "close")));
  if (found.size < count) throw new ProgramError(`${count} free ports between ${lowest} and ${above} were not found`);
  return [...found.keys()];
}

/** `undefined` if the port is in use. */
async function listening(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    return server;
  } catch {
    return undefined;
  }
}
