import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as HttpsServer } from "node:https";
import type { Socket } from "node:net";
import { peerOf, type Share, SharedRoom } from "@capstan/kube";

/** The default maximum number of connections. */
const usualMost = 500;

/** One connection. */
class Connection implements Share {
  readonly peer: string;
  amount = 0;
  requests = 0;
  lastUsed: number;
  readonly #socket: Socket;

  constructor(socket: Socket, lastUsed: number) {
    this.#socket = socket;
    this.peer = peerOf(socket.remoteAddress);
    this.lastUsed = lastUsed;
  }

  /**
   * A connection with a request keeps its place. Among the others, including those that have not sent their headers, the longest idle is
   * closed first.
   */
  worth(): number | undefined {
    return this.requests > 0 ? undefined : this.lastUsed;
  }

  evict(): void {
    this.#socket.destroy();
  }
}

/**
 * The connections of an HTTP server, including those that `closeAllConnections` does not know because their TLS handshake is not complete.
 * Their number is limited: when more arrive, the peer with the most connections loses one that has no request.
 */
export class OpenConnections {
  /** By the client's address and port, because the socket below TLS is a different object. */
  readonly #connections = new Map<string, Connection>();
  readonly #room: SharedRoom;
  #uses = 0;

  /** Tracks each connection of this server from now on; create it before the server gets a request listener. */
  constructor(server: Server | HttpsServer, { most = usualMost }: { readonly most?: number } = {}) {
    this.#room = new SharedRoom(most);
    server.on("connection", (socket: Socket) => {
      this.#add(socket);
    });
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      this.#follow(request, response);
    });
  }

  /** Whether the connection has other unanswered requests. */
  isPipelined({ socket }: IncomingMessage): boolean {
    return (this.#connections.get(keyOf(socket))?.requests ?? 0) > 1;
  }

  /** Closes all connections now: a server that closes would wait for them, for minutes if the client is silent. */
  destroy(): void {
    for (const connection of this.#connections.values()) connection.evict();
  }

  #add(socket: Socket): void {
    const key = keyOf(socket);
    const connection = new Connection(socket, this.#nextUse());
    if (!this.#room.take(connection, 1)) {
      socket.destroy();
      return;
    }
    this.#connections.set(key, connection);
    socket.once("close", () => {
      this.#connections.delete(key);
      this.#room.leave(connection);
    });
  }

  #follow({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(keyOf(socket));
    if (connection === undefined) return;
    connection.requests += 1;
    response.once("close", () => {
      connection.requests -= 1;
      connection.lastUsed = this.#nextUse();
    });
  }

  #nextUse(): number {
    this.#uses += 1;
    return this.#uses;
  }
}

function keyOf({ remoteAddress = "", remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
