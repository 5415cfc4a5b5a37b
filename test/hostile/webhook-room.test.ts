import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  admissionReview,
  beginReview,
  conversionReview,
  type ReviewedCluster,
  reviewedCluster,
  type ReviewingManager,
  sendReview,
  validate,
} from "./reviewing-manager.ts";

const mebibyte = 1024 * 1024;
const largest = 8 * mebibyte;
/** Larger than the free part of the review memory when that is nearly full. */
const large = 256 * 1024;
const reviews = [
  [validate, admissionReview(large)],
  ["/convert", conversionReview(large)],
] as const;
const ownAddress = "127.0.0.1";
const otherAddress = "127.0.0.2";

/** Resolves at the first of these events, also if the connection breaks. */
function next(socket: Socket, ...events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    for (const event of events) {
      socket.once(event, () => {
        resolve();
      });
    }
  });
}

describe("a manager with publicly reachable webhooks answers its API server", () => {
  let cluster: ReviewedCluster;
  let reviewing: ReviewingManager;
  const attackers = new Set<Socket>();

  beforeAll(async () => {
    cluster = await reviewedCluster();
    reviewing = await cluster.start();
  });
  afterAll(() => cluster[Symbol.asyncDispose]());
  afterEach(() => {
    for (const socket of attackers) socket.destroy();
    attackers.clear();
  });

  /** The statuses of this many admissions and conversions, one after the other, from the API server at 127.0.0.1. */
  async function answered(times: number): Promise<(number | undefined)[]> {
    const statuses: (number | undefined)[] = [];
    for (let time = 0; time < times; time += 1) {
      for (const [path, review] of reviews) statuses.push(await sendReview({ port: reviewing.port, path }, [review]));
    }
    return statuses;
  }
  const all = (times: number): number[] => Array<number>(times * reviews.length).fill(200);

  function attack(from: string, path: string, part: string): TLSSocket {
    const socket = beginReview({ port: reviewing.port, path, from }, largest, part);
    attackers.add(socket);
    return socket;
  }

  test("without an attack", async () => {
    expect(await answered(5)).toEqual(all(5));
  });

  test.each([otherAddress, ownAddress])(
    "while six idle connections from %s fill the available memory",
    async (from) => {
      for (const path of ["/convert", validate]) {
        const sizes = [8, 8, 4, 2, 1, 0.5];
        for (const size of sizes) {
          const socket = attack(from, path, `{${" ".repeat(size * mebibyte - 2)}`);
          await next(socket, "drain", "close");
        }
      }
      expect(await answered(12)).toEqual(all(12));
    },
  );

  test("while one address continuously sends large reviews", async () => {
    const part = Buffer.alloc(mebibyte, " ");
    const end = new AbortController();
    const isOver = (): boolean => end.signal.aborted;
    const flood = async (path: string): Promise<void> => {
      while (!isOver()) {
        const socket = attack(otherAddress, path, "{");
        for (let sent = 1; sent < 8 && !socket.destroyed && !isOver(); sent += 1) {
          if (!socket.write(part)) await next(socket, "drain", "close");
        }
        // It stays connected until it is rejected, while memory is available.
        if (!socket.destroyed && !isOver()) await next(socket, "close");
      }
    };
    const floods = Array.from({ length: 12 }, (_, index) => flood(index % 2 === 0 ? "/convert" : validate));
    expect(await answered(6)).toEqual(all(6));
    end.abort();
    for (const socket of attackers) socket.destroy();
    await Promise.all(floods);
  });

  test("while a hundred connections feed it byte by byte, and disconnects these", async () => {
    const fed = Array.from({ length: 100 }, async (_, index) => {
      const socket = attack(index % 2 === 0 ? ownAddress : otherAddress, index % 4 < 2 ? "/convert" : validate, "{");
      const feed = setInterval(() => socket.write(" "), 100);
      let text = "";
      socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
      await next(socket, "close");
      clearInterval(feed);
      return text;
    });
    expect(await answered(5)).toEqual(all(5));
    const answers = await Promise.all(fed);
    expect(answers.filter((text) => text.includes("arrived too slowly")).length).toBe(100);
    expect(await answered(1)).toEqual(all(1));
  });

  test("while 1,500 silent connections are opened, of which it keeps few", async () => {
    for (let opened = 0; opened < 1_500; opened += 1) {
      const socket = connect({ host: "127.0.0.1", port: reviewing.port, localAddress: otherAddress });
      attackers.add(socket.on("error", () => undefined).resume());
      await next(socket, "connect", "close");
    }
    expect(await answered(3)).toEqual(all(3));
    expect((await readdir(`/proc/${reviewing.manager.pid}/fd`)).length).toBeLessThan(700);
  });

  test("without stopping or logging much", () => {
    expect(reviewing.manager.running, reviewing.manager.output).toBe(true);
    expect(reviewing.manager.output.split("\n").length).toBeLessThan(200);
  });
});
