import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as HttpsServer } from "node:https";
import type { Socket } from "node:net";
import { peerOf, type Share, SharedRoom } from "@capstan/kube";

/** How many connections a server has at a time, unless it says otherwise. */
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

  /** One with a request has its place; of all others, also those that have not even sent their headers, the longest idle goes first. */
  worth(): number | undefined {
    return this.requests > 0 ? undefined : this.lastUsed;
  }

  evict(): void {
    this.#socket.destroy();
  }
}

/**
 * The connections of a server of HTTP, those included that `closeAllConnections` does not know: their TLS handshake is not done yet.
 * There are only so many at a time: where more come, the peer that has most of them loses one that has no request.
 */
export class OpenConnections {
  /** By the client's address and port: below TLS there is another socket. */
  readonly #connections = new Map<string, Connection>();
  readonly #room: SharedRoom;
  #uses = 0;

  /** Takes part in each connection of this server from now on; to be made before its requests are listened to. */
  constructor(server: Server | HttpsServer, { most = usualMost }: { readonly most?: number } = {}) {
    this.#room = new SharedRoom(most);
    server.on("connection", (socket: Socket) => {
      this.#add(socket);
    });
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      this.#follow(request, response);
    });
  }

  /** Whether other requests of its connection are not answered yet. */
  isPipelined({ socket }: IncomingMessage): boolean {
    return (this.#connections.get(keyOf(socket))?.requests ?? 0) > 1;
  }

  /** Ends them at once: a server that closes would wait for them, for minutes where the other side says nothing. */
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
