import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { readAnswer, Type } from "@capstan/provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const Answer = Type.Object({
  servers: Type.Array(Type.Object({ id: Type.String({ maxLength: 8 }) }), { maxItems: 3 }),
});
const mebibyte = 1024 * 1024;
const chunk = Buffer.alloc(mebibyte, "x");
const listOf = (count: number): string => `{"servers":[${Array(count).fill('{"id":"a"}').join()}]}`;

/** While the client reads. */
function endlessly(response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more).on("error", () => undefined);
  more();
}

const attacks: Record<string, (response: ServerResponse) => void> = {
  "gigabytes without end": endlessly,
  "128 MiB that were compressed": (response) => {
    const part = gzipSync(Buffer.alloc(16 * mebibyte));
    response.writeHead(200, { "content-encoding": "gzip" });
    for (let count = 0; count < 8; count += 1) response.write(part);
    response.end();
  },
  "a million servers in a list": (response) => void response.end(listOf(1_000_000)),
  "a list of more than there can be": (response) => void response.end(listOf(4)),
  "half a million small values": (response) => void response.end(`[${Array(500_000).fill("1").join()}]`),
  "brackets a million deep": (response) => void response.end("[".repeat(1_000_000)),
  "text of another form": (response) => void response.end("<html>hello</html>"),
  "an id that is too long": (response) => void response.end('{"servers":[{"id":"0123456789"}]}'),
  "no body": (response) => void response.writeHead(204).end(),
};

describe("the response of a cloud", () => {
  let cloud: Server;
  let url: string;

  beforeAll(async () => {
    cloud = createServer((request, response) => {
      const attack = attacks[decodeURIComponent(request.url ?? "").slice(1)];
      if (attack === undefined) response.end('{"servers":[{"id":"a","more":1}]}');
      else attack(response);
    });
    cloud.listen(0, "127.0.0.1");
    await once(cloud, "listening");
    url = `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    cloud.closeAllConnections();
    cloud.close();
  });

  test("that matches the schema is read", async () => {
    expect(await readAnswer(await fetch(url), Answer)).toEqual({ servers: [{ id: "a", more: 1 }] });
  });

  test.each(Object.keys(attacks))("with %s is refused, and is read only up to the limit", async (attack) => {
    const response = await fetch(`${url}/${encodeURIComponent(attack)}`);
    let read = 0;
    const body = response.body?.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(part, controller) {
          read += part.byteLength;
          controller.enqueue(part);
        },
      }),
    );
    await expect(readAnswer({ body: body ?? null }, Answer)).rejects.toMatchObject({
      code: "Pending",
      reason: "CloudAnswerRefused",
      warning: true,
    });
    expect(read).toBeLessThan(12 * mebibyte);
  });

  test("that stalls ends with the signal of its request", async () => {
    const ending = new AbortController();
    const response = await fetch(`${url}/gigabytes%20without%20end`, { signal: ending.signal });
    const reading = readAnswer(response, Answer, { bytes: Number.MAX_SAFE_INTEGER });
    ending.abort(new Error("the deadline"));
    await expect(reading).rejects.toThrow("the deadline");
  });
});
