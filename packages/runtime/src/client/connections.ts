import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from "node:tls";
import type { Clock } from "../clock/clock.ts";
import { whenReady } from "./when-ready.ts";

const keepAlive = { keepAlive: true, keepAliveInitialDelay: 15_000 };

/** Where a server listens. */
export interface Address {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

const defaultPorts: Readonly<Record<string, number>> = { "https:": 443, "http:": 80 };

/** Where the server of a URL listens. */
export function addressOf({ hostname, port, protocol }: URL, ports = defaultPorts): Address {
  return { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(port === "" ? ports[protocol] : port) };
}

/** The connections of one client, those that are still being made included. */
export class Connections {
  readonly clock: Clock;
  readonly #sockets = new Set<Socket>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Opens a TCP connection. @throws Error - there is none within 10 s. */
  async open({ host, port }: Address): Promise<Socket> {
    const socket = connectTcp({ host, port, noDelay: true, ...keepAlive });
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    await whenReady(socket, "connect", "Connecting", this.clock);
    return socket;
  }

  /** Begins TLS on a connection. @throws Error - certificates are refused, or it takes more than 10 s. */
  async secure(socket: Socket, host: string, options: ConnectionOptions): Promise<TLSSocket> {
    const isAddress = /^[\d.]+$|:/.test(host);
    const secured = connectTls({
      socket,
      // What the certificate has to be for. SNI takes no addresses, and without either of the two Node checks it for "localhost".
      host,
      ...(isAddress ? {} : { servername: host }),
      ...options,
    });
    await whenReady(secured, "secureConnect", "The TLS handshake", this.clock);
    return secured;
  }

  /** Ends all connections so that nothing arrives at the server any more of what is still on its way, here or in the system. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Ends all connections, those that are still being made included. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
