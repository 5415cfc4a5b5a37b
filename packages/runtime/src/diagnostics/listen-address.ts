import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { hostPort } from "@capstan/kube";
import { CommandLineError } from "../errors/runtime-errors.ts";

/** Parses `host:port`, `:port` (all interfaces) or `[v6]:port`. */
export function parseListenAddress(address: string): { readonly host?: string; readonly port: number } {
  const found = /^(?:\[([^\]]*)\]|([^:]*)):(\d+)$/.exec(address);
  const port = Number(found?.[3]);
  if (found === null || port > 65_535) {
    throw new CommandLineError(
      `"${address}" is not an address to listen on; it must be host:port, or :port for all interfaces`,
    );
  }
  const host = found[1] ?? found[2] ?? "";
  return { ...(host === "" ? {} : { host }), port };
}

/** Resolves when the server listens. @throws CommandLineError - it cannot listen there. */
export async function listenOn(server: Server, address: string, what: string): Promise<void> {
  server.listen(parseListenAddress(address));
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new CommandLineError(
      `${what} cannot be served at ${address} (${code}); choose another address, or 0 to disable it`,
      { cause: error },
    );
  }
}

/** `host:port` with the actual port. */
export function addressOf(server: Server): string {
  const { address: host, port } = server.address() as AddressInfo;
  return hostPort({ host, port });
}
