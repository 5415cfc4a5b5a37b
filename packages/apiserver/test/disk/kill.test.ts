import path from "node:path";
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { patienceMs } from "@capstan/harness/patience";
import { expect, test, vi } from "vitest";
import { Wire } from "../conformance/target.ts";
import { ServerProcess, temporaryFolder } from "./server-process.ts";

const collection = "/api/v1/namespaces/default/configmaps";
const filling = "x".repeat(100_000);

/** Writes a short and a long object alternately until the server has stopped. */
class Writer {
  readonly name: string;
  /** The last sent count of the long object. */
  sent = 0;
  answered = 0;
  /** The short objects that were acknowledged. */
  readonly short: string[] = [];

  constructor(name: string) {
    this.name = name;
  }

  async write(wire: Wire): Promise<void> {
    while (await this.#writeOnce(wire, this.sent + 1).catch(() => false));
  }

  async #writeOnce(wire: Wire, count: number): Promise<boolean> {
    this.sent = count;
    const short = `${this.name}-${count}`;
    const { status } = await wire.post(collection, { metadata: { name: short } });
    if (status === 201) this.short.push(short);
    const long = { metadata: { name: this.name }, data: { count: String(count), filling } };
    const answer = await (this.answered === 0
      ? wire.post(collection, long)
      : wire.patch(`${collection}/${this.name}`, "merge", long));
    if (answer.status >= 300) return false;
    this.answered = count;
    return true;
  }
}

test("no acknowledged write is lost when the server is killed during or after a journal rewrite", async () => {
  const directory = temporaryFolder();
  const writers = ["a", "b", "c", "d"].map((name) => new Writer(name));
  for (const delayMs of [0, 10, 30, 60, 120]) {
    // given concurrent writes of 100 KB
    const server = new ServerProcess(directory);
    const wire = new Wire(await server.ready());
    const writing = Promise.all(writers.map((writer) => writer.write(wire)));
    // when the server is killed
    const rewritten = path.join(directory, "data", "journal.new");
    await vi.waitUntil(() => existsSync(rewritten), { timeout: patienceMs, interval: 1 });
    await delay(delayMs);
    await server.kill();
    await writing;
    // then the next server has all acknowledged writes, and the last acknowledged value of an overwritten object, or the next
    const next = new ServerProcess(directory);
    const { body } = await new Wire(await next.ready()).get(collection);
    const kept = new Map(
      body.items.map(({ metadata, data }) => [metadata.name, data as { count: string } | undefined]),
    );
    for (const writer of writers) {
      expect(writer.short.filter((name) => !kept.has(name))).toEqual([]);
      const count = Number(kept.get(writer.name)?.count);
      expect(count).toBeGreaterThanOrEqual(writer.answered);
      expect(count).toBeLessThanOrEqual(writer.sent);
    }
    await next.kill();
  }
  expect(writers.every(({ answered, short }) => answered > 5 && short.length > 5)).toBe(true);
});
