// Events of one namespace do not crowd out Events of another.
import { type Client, createLogger } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { expect, test } from "vitest";
import { ApiEventRecorder } from "../src/manager/api-event-recorder.ts";
import { RecentEvents } from "../src/manager/recent-events.ts";

const object = (namespace: string) => ({ apiVersion: "v1", kind: "Thing", metadata: { name: "a", namespace } });
const event = (message: string) => ({ type: "Normal", reason: "Made", message }) as const;

test("a thousand Events of a namespace may wait to be written; more are dropped, those of other namespaces are not", async () => {
  const written = new Map<string, (() => void)[]>();
  const client: Pick<Client, "create"> = {
    create: (_kind, made) =>
      new Promise((resolve) => {
        const namespace = made.metadata.namespace ?? "";
        const end = (): void => {
          resolve(made);
        };
        written.set(namespace, [...(written.get(namespace) ?? []), end]);
      }),
  };
  const dropped: string[] = [];
  const logger = createLogger({ level: "debug", format: "json", write: (line) => void dropped.push(line) });
  const recorder = new ApiEventRecorder(client as Client, new FakeClock(), logger, "thing");
  // given more Events of one namespace than may wait
  for (let index = 0; index < 1_200; index += 1) recorder.record(object("evil"), event(`${index}`));
  for (let index = 0; index < 10; index += 1) recorder.record(object("victim"), event(`${index}`));
  expect([...written].map(([namespace, { length }]) => [namespace, length])).toEqual([
    ["evil", 1_000],
    ["victim", 10],
  ]);
  expect(dropped).toHaveLength(200);
  // when the waiting Events are written, then there is room again
  for (const end of [...written.values()].flat()) end();
  await recorder.flushed();
  recorder.record(object("evil"), event("later"));
  expect(written.get("evil")).toHaveLength(1_001);
});

test("Events of another namespace are forgotten neither for their number nor before their time", () => {
  const recent = new RecentEvents<string>(60_000);
  recent.set("victim", "a", "kept", 0);
  for (let index = 0; index < 5_000; index += 1) recent.set("evil", String(index), `e${index}`, 30_000);
  expect([recent.get("victim", "a"), recent.get("evil", "3999"), recent.get("evil", "4000")]).toEqual([
    "kept",
    undefined,
    "e4000",
  ]);
  recent.forget("evil", "e4999");
  expect(recent.get("evil", "4999")).toBeUndefined();
  // a namespace that has had no Events for longer is forgotten
  recent.set("evil", "new", "new", 60_001);
  expect([recent.get("victim", "a"), recent.get("evil", "4000")]).toEqual([undefined, "e4000"]);
});

test("a namespace with Events is not forgotten, and an Event that is set again is the newest", () => {
  const recent = new RecentEvents<string>(60_000);
  const found = () => ["a", "b"].map((namespace) => recent.get(namespace, "x"));
  recent.set("a", "x", "a1", 0);
  recent.set("b", "x", "b1", 10_000);
  recent.set("a", "y", "a2", 20_000);
  recent.forget("c", "a1");
  // given that a was used after b, and exactly another 60 seconds have passed since b was
  recent.set("c", "z", "c1", 70_000);
  expect(found()).toEqual(["a1", "b1"]);
  recent.set("c", "z", "c1", 70_001);
  expect(found()).toEqual(["a1", undefined]);
  // when the first Event of a full namespace is set again, then the second is evicted
  for (let index = 0; index < 998; index += 1) recent.set("a", String(index), "more", 70_002);
  recent.set("a", "x", "again", 70_003);
  recent.set("a", "last", "last", 70_003);
  expect([recent.get("a", "x"), recent.get("a", "y")]).toEqual(["again", undefined]);
});
