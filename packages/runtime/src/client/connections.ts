import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from "node:tls";
import type { Clock } from "../clock/clock.ts";
import { whenReady } from "./when-ready.ts";

const keepAlive = { keepAlive: true, keepAliveInitialDelay: 15_000 };

/** The address that a server listens on. */
export interface Address {
  /** A host name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
}

const defaultPorts: Readonly<Record<string, number>> = { "https:": 443, "http:": 80 };

/** The address of a URL's server. */
export function addressOf({ hostname, port, protocol }: URL, ports = defaultPorts): Address {
  return { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(port === "" ? ports[protocol] : port) };
}

/** The connections of one client, including those that are still being established. */
export class Connections {
  readonly clock: Clock;
  readonly #sockets = new Set<Socket>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Opens a TCP connection. @throws Error - it is not established within 10 s. */
  async open({ host, port }: Address): Promise<Socket> {
    const socket = connectTcp({ host, port, noDelay: true, ...keepAlive });
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    await whenReady(socket, "connect", "Connecting", this.clock);
    return socket;
  }

  /** Starts TLS on a connection. @throws Error - a certificate is refused, or it takes more than 10 s. */
  async secure(socket: Socket, host: string, options: ConnectionOptions): Promise<TLSSocket> {
    const isAddress = /^[\d.]+$|:/.test(host);
    const secured = connectTls({
      socket,
      // The name that the certificate must match. SNI takes no addresses; without servername and host, Node checks for "localhost".
      host,
      ...(isAddress ? {} : { servername: host }),
      ...options,
    });
    await whenReady(secured, "secureConnect", "The TLS handshake", this.clock);
    return secured;
  }

  /** Resets all connections, so that data which is still in a buffer or on the network never reaches the server. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Closes all connections, including those that are still being established. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
