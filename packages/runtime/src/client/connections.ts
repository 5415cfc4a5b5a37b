import { connect as connectTcp, Socket } from "node:net";
import { buildConnector } from "undici";
import type { Clock } from "../clock/clock.ts";
import type { TlsConnection } from "./tls-context.ts";

const connectTimeoutMs = 10_000;
const keepAlive = { keepAlive: true, keepAliveInitialDelay: 15_000 };

/** The TCP connections of one client, those that are still being made included. */
export class Connections {
  readonly #clock: Clock;
  readonly #sockets = new Set<Socket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Opens connections, over TLS if the server wants that. */
  connector(tls: () => Partial<TlsConnection>): buildConnector.connector {
    let connect: buildConnector.connector | undefined;
    return (target, callback) => {
      try {
        connect ??= buildConnector({ ...tls(), allowH2: false, timeout: connectTimeoutMs, ...keepAlive });
      } catch (error) {
        callback(error instanceof Error ? error : new Error("Certificates cannot be read", { cause: error }), null);
        return;
      }
      if (target.protocol === "https:") this.#connectTls(connect, target, callback);
      else
        connect(target, (...answer) => {
          if (answer[1] instanceof Socket) this.#keep(answer[1]);
          callback(...answer);
        });
    };
  }

  /**
   * Opens a TCP connection.
   *
   * @param answered - called once, with the connection or with what went wrong.
   */
  open(host: string, port: number, answered: (error: Error | null, socket?: Socket) => void): Socket {
    const socket = this.#keep(connectTcp({ host, port, noDelay: true, ...keepAlive }));
    const timer = this.#clock.setTimer(connectTimeoutMs, () => socket.destroy(new Error("Connecting took too long")));
    const onError = (error: Error): void => {
      timer.cancel();
      answered(error);
    };
    const onClose = (): void => {
      onError(new Error("The connection was closed while it was being made"));
    };
    socket.once("error", onError).once("close", onClose);
    socket.once("connect", () => {
      timer.cancel();
      socket.off("error", onError).off("close", onClose);
      answered(null, socket);
    });
    return socket;
  }

  /** Ends all connections so that nothing arrives at the server any more of what is still on its way, here or in the system. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Ends all connections, those that are still being made included. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #connectTls(
    connect: buildConnector.connector,
    target: buildConnector.Options,
    callback: buildConnector.Callback,
  ): void {
    const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
    this.open(host, Number(target.port === "" ? 443 : target.port), (error, socket) => {
      if (socket === undefined) {
        callback(error ?? new Error("No connection"), null);
        return;
      }
      let isAnswered = false;
      const answer: buildConnector.Callback = (...result) => {
        if (!isAnswered) callback(...result);
        isAnswered = true;
      };
      // The connector notices errors only; a connection that is closed would keep it waiting until its own time limit.
      socket.once("close", () => {
        answer(new Error("The connection was closed during the TLS handshake"), null);
      });
      connect({ ...target, httpSocket: socket }, answer);
    });
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.once("close", () => this.#sockets.delete(socket));
  }
}
