import https from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  admissionReview,
  type ReviewedCluster,
  reviewedCluster,
  type ReviewingManager,
  sendReview,
  validate,
} from "./reviewing-manager.ts";

/** Bodies are sent in parts of this size. */
const mebibyte = 1024 * 1024;
const review = admissionReview();

function* repeated(part: string, mebibytes: number): Generator<string> {
  yield '{"a":';
  for (let sent = 0; sent < mebibytes; sent += 1) yield part.repeat(mebibyte / part.length);
}

function* nested(mebibytes: number): Generator<string> {
  yield* repeated("[", mebibytes / 2);
  for (let sent = 0; sent < mebibytes / 2; sent += 1) yield "]".repeat(mebibyte);
  yield "}";
}

describe("a manager with publicly reachable webhooks", () => {
  let cluster: ReviewedCluster;
  let reviewing: ReviewingManager;

  beforeAll(async () => {
    cluster = await reviewedCluster();
    reviewing = await cluster.start();
  });
  afterAll(() => cluster[Symbol.asyncDispose]());

  const send = (where: string, parts: Iterable<string>): Promise<number | undefined> =>
    sendReview({ port: reviewing.port, path: where }, parts);

  test("answers a review", async () => {
    expect(await send(validate, [review])).toBe(200);
  });

  test.each([
    ["64 MiB of lists inside each other, to convert", "/convert", () => nested(64)],
    ["64 MiB of lists inside each other, to admit", validate, () => nested(64)],
    ["64 MiB of brackets that never close, to convert", "/convert", () => repeated("[", 64)],
    ["6 MiB of lists inside each other, to admit", validate, () => nested(6)],
    ["16 MiB of small objects, to convert", "/convert", () => repeated('[{},{"a":{}},[]],', 16)],
    ["8 MiB of small objects, to admit", validate, () => repeated("[[],{}],", 8)],
    ["64 MiB of spaces, to convert", "/convert", () => [" ".repeat(64 * mebibyte)]],
  ])("rejects %s, and continues", async (_what, where, body) => {
    const status = await send(where, body());
    expect(status === undefined || status === 400 || status === 413, `answered ${String(status)}`).toBe(true);
    expect(reviewing.manager.running, reviewing.manager.output).toBe(true);
    expect(await send(validate, [review])).toBe(200);
  });

  test("rejects many concurrent large bodies, and continues", async () => {
    const statuses = await Promise.all(Array.from({ length: 12 }, () => send(validate, repeated("x", 7))));
    expect(statuses.filter((status) => status === 200)).toEqual([]);
    expect(reviewing.manager.running, reviewing.manager.output).toBe(true);
    expect(await send(validate, [review])).toBe(200);
  });

  test("completes a partially read review during shutdown", async () => {
    const asked = await cluster.start();
    const half = Math.floor(review.length / 2);
    let ended: Promise<void> | undefined;
    const target = {
      host: "127.0.0.1",
      port: asked.port,
      path: validate,
      method: "POST",
      rejectUnauthorized: false,
      agent: false,
    };
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const sent = https.request(target, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject);
      sent.write(review.slice(0, half), () => {
        ended = asked.manager.end("SIGTERM");
        void asked.manager.prints(/Stopping/).then(() => sent.end(review.slice(half)));
      });
    });
    expect(await answered).toBe(200);
    await ended;
    expect(asked.manager.status).toBe(0);
  });
});
