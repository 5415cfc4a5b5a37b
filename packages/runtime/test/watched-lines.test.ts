// The bytes of a watch become lines, events, and the initial list of a watch.
import type { KubernetesObject } from "@capstan/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonLines } from "../src/client/json-lines.ts";
import { endsInitialEvents, type WatchEvent } from "../src/client/watch-event.ts";
import { InitialEvents } from "../src/watch/initial-events.ts";

describe("lines", () => {
  test("are the same for any split of the bytes", () => {
    const cuts = fc.array(fc.nat(60), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 5 }), cuts, (values, at) => {
        const bytes = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
        const places = [0, ...at.filter((place) => place < bytes.length).toSorted((a, b) => a - b), bytes.length];
        const lines = new JsonLines();
        const read = places.slice(1).flatMap((to, index) => lines.push(bytes.subarray(places[index], to)));
        expect(read).toEqual(JSON.parse(JSON.stringify(values)));
      }),
      { numRuns: 60 },
    );
  });

  test("that are empty or incomplete are ignored", () => {
    const lines = new JsonLines();
    expect(lines.push(Buffer.from("\n\n1\n2"))).toEqual([1]);
    expect(lines.push(Buffer.from(""))).toEqual([]);
    expect(lines.push(Buffer.from("3"))).toEqual([]);
    expect(lines.push(Buffer.from("\n4\n"))).toEqual([23, 4]);
  });

  test("of a slice of a buffer contain only that slice", () => {
    const bytes = Buffer.from("9\n1\n2\n9");
    expect(new JsonLines().push(new Uint8Array(bytes.buffer, bytes.byteOffset + 2, 4))).toEqual([1, 2]);
  });

  test("are edited one by one before they are parsed", () => {
    const seen: string[] = [];
    const lines = new JsonLines(undefined, (bytes, from, to) => {
      seen.push(bytes.toString("utf8", from, to));
      return to - 1;
    });
    expect([...lines.push(Buffer.from("12x\n4")), ...lines.push(Buffer.from("5x\n6x\n"))]).toEqual([12, 45, 6]);
    expect(seen).toEqual(["12x", "45x", "6x"]);
  });

  test("beyond the size limit are refused before they end, those within are read", () => {
    const limits = { eventBytes: 4, eventValues: 10 };
    const lines = new JsonLines(limits);
    expect(lines.push(Buffer.from("12"))).toEqual([]);
    expect(lines.push(Buffer.from("34"))).toEqual([]);
    expect(lines.push(Buffer.from("\n12"))).toEqual([1234]);
    expect(lines.push(Buffer.from("34"))).toEqual([]);
    expect(() => lines.push(Buffer.from("5"))).toThrow(/it has an event of more than 4 bytes/);
    expect(() => new JsonLines({ eventBytes: 99, eventValues: 2 }).push(Buffer.from("[1,2]\n"))).toThrow(/more than 2/);
  });

  test("that are not JSON are an error", () => {
    expect(() => new JsonLines().push(Buffer.from("{\n"))).toThrow();
  });
});

describe("the initial events of a watch", () => {
  const object = (name: string, resourceVersion: string, annotations?: Record<string, string>): KubernetesObject => ({
    apiVersion: "v1",
    kind: "X",
    metadata: { name, resourceVersion, ...(annotations === undefined ? {} : { annotations }) },
  });
  const event = (type: WatchEvent["type"], name: string, version: string): WatchEvent => ({
    type,
    object: object(name, version),
  });
  const end: WatchEvent = { type: "BOOKMARK", object: object("", "9", { "k8s.io/initial-events-end": "true" }) };

  test("end with a marked bookmark only", () => {
    expect(endsInitialEvents(end)).toBe(true);
    expect(endsInitialEvents({ ...end, type: "ADDED" })).toBe(false);
    expect(endsInitialEvents(event("BOOKMARK", "", "9"))).toBe(false);
    const other = { type: "BOOKMARK", object: object("", "9", { "k8s.io/initial-events-end": "false" }) } as const;
    expect(endsInitialEvents(other)).toBe(false);
    expect(endsInitialEvents({ type: "BOOKMARK", object: object("", "9", {}) })).toBe(false);
  });

  test("are a list, including changes before its end; later events are left to the watch", () => {
    const initial = new InitialEvents();
    expect(
      initial.take([event("ADDED", "a", "1"), event("BOOKMARK", "", "2"), event("ADDED", "b", "1")]),
    ).toBeUndefined();
    const later = [event("MODIFIED", "a", "10"), event("DELETED", "c", "11")];
    expect(
      initial.take([event("DELETED", "b", "3"), event("MODIFIED", "a", "4"), event("ADDED", "c", "5"), end, ...later]),
    ).toEqual({
      items: [object("a", "4"), object("c", "5")],
      resourceVersion: "9",
      rest: later,
    });
    // and none of it is kept
    expect(initial.take([end])).toEqual({ items: [], resourceVersion: "9", rest: [] });
  });

  test("have no version where the bookmark has none", () => {
    const annotations = { "k8s.io/initial-events-end": "true" };
    const bare = { ...end, object: { ...end.object, metadata: { name: "", annotations } } };
    expect(new InitialEvents().take([bare])?.resourceVersion).toBe("");
  });
});
