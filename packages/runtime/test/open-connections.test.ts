import { EventEmitter } from "node:events";
import { type IncomingMessage, Server } from "node:http";
import { expect, test } from "vitest";
import { OpenConnections } from "../src/http/open-connections.ts";

/** The part of a socket that the limiter uses. */
class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  readonly remotePort: number;
  isOpen = true;

  constructor(remotePort: number, remoteAddress = "10.0.0.1") {
    super();
    this.remotePort = remotePort;
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.emit("close");
  }
}

function served(most?: number) {
  const server = new Server();
  const connections = new OpenConnections(server, most === undefined ? {} : { most });
  const connect = (port: number, address?: string) => {
    const socket = new FakeSocket(port, address);
    server.emit("connection", socket);
    return socket;
  };
  /** Sends a request, and returns the end of its response. */
  const request = (socket: FakeSocket) => {
    const response = new EventEmitter();
    server.emit("request", { socket }, response);
    return () => response.emit("close");
  };
  const isPipelined = (socket: FakeSocket) => connections.isPipelined({ socket } as unknown as IncomingMessage);
  return { connections, connect, request, isPipelined };
}
const open = (...sockets: readonly FakeSocket[]) => sockets.map(({ isOpen }) => isOpen);

test("the connection idle for the longest time is closed for a new one", () => {
  const { connect, request } = served(2);
  const [first, second] = [connect(1), connect(2)];
  request(first)();
  const third = connect(3);
  expect(open(first, second, third)).toEqual([true, false, true]);
});

test("a connection with a request keeps its place until the response has ended", () => {
  const { connect, request } = served(2);
  const [first, second] = [connect(1), connect(2)];
  const end = request(first);
  request(second);
  const refused = connect(3);
  expect(open(first, second, refused)).toEqual([true, true, false]);
  end();
  const fourth = connect(4);
  expect(open(first, second, fourth)).toEqual([false, true, true]);
});

test("the peer with the most connections loses a connection", () => {
  const { connect } = served(3);
  const other = connect(1, "10.0.0.2");
  const [first, second, third] = [connect(1), connect(2), connect(3)];
  expect(open(other, first, second, third)).toEqual([true, false, true, true]);
});

test("a closed connection frees its place, and has no unanswered requests", () => {
  const { connect, request, isPipelined } = served(1);
  const first = connect(1);
  request(first);
  request(first);
  first.destroy();
  expect(isPipelined(first)).toBe(false);
  const second = connect(2);
  request(second);
  expect(open(second, connect(3))).toEqual([true, false]);
});

test("a request on a refused connection is not tracked", () => {
  const { connect, request, isPipelined } = served(1);
  request(connect(1));
  const refused = connect(2);
  request(refused);
  const end = request(refused);
  expect(isPipelined(refused)).toBe(false);
  end();
});

test("a connection is pipelined while it has more than one unanswered request", () => {
  const { connect, request, isPipelined } = served();
  const socket = connect(1);
  const end = request(socket);
  expect(isPipelined(socket)).toBe(false);
  request(socket);
  expect(isPipelined(socket)).toBe(true);
  end();
  expect(isPipelined(socket)).toBe(false);
});

test("all connections are closed with the server", () => {
  const { connections, connect } = served();
  const sockets = [connect(1), connect(2)];
  connections.destroy();
  expect(open(...sockets)).toEqual([false, false]);
});
