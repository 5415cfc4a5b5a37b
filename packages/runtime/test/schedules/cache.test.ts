import { Cache, type CacheEvent, ConfigMap } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PlayedServer, versionOf } from "./parts/played-server.ts";
import { numRuns, settle, timeoutMs } from "./parts/runs.ts";

const name = fc.constantFrom("a", "b", "c", "d");
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom("put", "remove", "own put", "own remove"), name }),
  fc.record({ kind: fc.constantFrom("put", "remove", "own put", "own remove"), name }),
  fc.record({
    kind: fc.constantFrom(
      "bookmark",
      "forget",
      "break",
      "end",
      "expire",
      "away",
      "back",
      "back up",
      "restore",
      "throw",
    ),
    name,
  }),
  fc.record({ kind: fc.constantFrom("fail 500", "fail 503", "fail 429", "fail 410", "pass", "turn", "turn"), name }),
);

/** The process writes and deletes an object that no watch delivers, and the server is restored to the time between. */
const deletedWhileUnwatched = [
  ["pass", "a"],
  ["own put", "b"],
  ["end", "a"],
  ["back up", "a"],
  ["own remove", "b"],
  ["fail 500", "a"],
  ["restore", "a"],
  ["fail 500", "a"],
].map(([kind = "", of = ""]) => ({ kind, name: of }));

test(
  `a cache, and its listeners, end in the state of the server, in ${numRuns} schedules`,
  async () => {
    let events = 0;
    let restores = 0;
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 5, maxLength: 40 }), async (streamsLists, steps) => {
        const server = new PlayedServer();
        server.streamsLists = streamsLists;
        const clock = new FakeClock({ settle });
        const cache = new Cache({ client: server.client(), clock, random: () => 0 });
        const informer = cache.informer(ConfigMap);
        const taken = new Map<string, string>();
        let throws = 0;
        informer.onEvent(({ type, object }: CacheEvent<ConfigMap>) => {
          events += 1;
          throws -= 1;
          if (throws >= 0) throw new Error("drawn");
          if (type === "deleted") taken.delete(object.metadata.uid ?? "");
          else taken.set(object.metadata.uid ?? "", versionOf(object as ConfigMap));
        });
        cache.start();
        for (const each of steps) {
          const { kind } = each;
          const isOwn = kind.startsWith("own");
          if (kind.endsWith("put") && !(isOwn && server.isAway)) {
            const written = server.put(each.name);
            if (isOwn) cache.observe(ConfigMap, structuredClone(written));
          } else if (kind.endsWith("remove") && !(isOwn && server.isAway)) {
            const removed = server.remove(each.name);
            if (isOwn && removed !== undefined) {
              cache.observeDelete(ConfigMap, { name: each.name, namespace: "default" }, removed.metadata.uid);
            }
          } else if (kind === "bookmark") server.bookmark();
          else if (kind === "forget") server.forget();
          else if (kind === "break" || kind === "end" || kind === "expire") server.breakWatches(kind);
          else if (kind === "away") server.goAway();
          else if (kind === "back") server.isAway = false;
          else if (kind === "back up") server.backUp();
          else if (kind === "throw") throws = 2;
          else if (kind.startsWith("fail")) server.failures.push(Number(kind.slice(5)));
          else if (kind === "restore") {
            server.restore();
            restores += 1;
            // Restored before any new write: a new history that overtakes the old one looks the same as the old one.
            await clock.advance(300);
            server.isAway = false;
            for (let times = 0; times < 12; times += 1) await clock.advance({ seconds: 10 });
          } else if (kind === "pass") await clock.advance(1_500);
          else await new Promise((resolve) => setImmediate(resolve));
        }
        server.isAway = false;
        throws = 0;
        for (let times = 0; times < 12; times += 1) await clock.advance({ seconds: 20 });
        expect((informer.list() as readonly ConfigMap[]).map(versionOf).sort()).toEqual(server.state);
        expect([...taken.values()].sort()).toEqual(server.state);
        expect(cache.isCaughtUp).toBe(true);
        await cache.stop();
      }),
      { numRuns, examples: [[false, deletedWhileUnwatched]] },
    );
    expect(events).toBeGreaterThan(numRuns);
    if (numRuns >= 100) expect(restores).toBeGreaterThan(0);
  },
  timeoutMs,
);
