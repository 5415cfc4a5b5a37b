import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { type WatchEvent } from "./target.ts";
import { widget } from "./widgets.ts";

const summary = (events: readonly WatchEvent[]): string[] =>
  events.map(({ type, object }) => (type === "BOOKMARK" ? type : `${type} ${object.metadata.name}`));
const count = (wanted: number) => (events: readonly WatchEvent[]) => events.length >= wanted;

/** Watches: what they begin with, what they tell, how they end. */
export function watchesSuite(suite: Suite): void {
  describe("watches", () => {
    test("a watch from a list's version tells every change since, once and in order", async () => {
      const { wire, widgets } = await suite.namespace();
      const { body: list } = await wire.get(widgets());
      const from = `${widgets()}?watch=1&resourceVersion=${list.metadata.resourceVersion}`;
      const { body: created } = await wire.post(widgets(), widget("a"));
      const events = wire.watch(from, count(3));
      const { body: updated } = await wire.patch(widgets("/a"), "merge", { spec: { count: 2 } });
      await wire.delete(widgets("/a"));
      const seen = await events;
      expect(summary(seen)).toEqual(["ADDED a", "MODIFIED a", "DELETED a"]);
      expect(seen[0]?.object).toEqual(created);
      expect(seen[1]?.object).toEqual(updated);
      expect(Number(seen[2]?.object.metadata.resourceVersion)).toBeGreaterThan(
        Number(updated.metadata.resourceVersion),
      );
      expect(seen[2]?.object.spec).toEqual(updated.spec);
    });

    test("a watch without a version begins with what is there", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.post(widgets(), widget("b"));
      await wire.post(widgets(), widget("a"));
      expect(summary(await wire.watch(`${widgets()}?watch=1`, count(2))).sort()).toEqual(["ADDED a", "ADDED b"]);
    });

    test("sendInitialEvents ends the beginning with a bookmark", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.post(widgets(), widget("a"));
      const query = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
      const events = await wire.watch(`${widgets()}?${query}`, (seen) => seen.at(-1)?.type === "BOOKMARK");
      expect(summary(events)).toEqual(["ADDED a", "BOOKMARK"]);
      expect(events[1]?.object.metadata.annotations).toEqual({ "k8s.io/initial-events-end": "true" });
      expect(events[1]?.object).toMatchObject({ kind: "Widget", apiVersion: "example.io/v1" });
      expect(Number(events[1]?.object.metadata.resourceVersion)).toBeGreaterThanOrEqual(
        Number(events[0]?.object.metadata.resourceVersion),
      );
    });

    test("an object that comes to match a selector is added, and one that no longer does is deleted", async () => {
      const { wire, widgets } = await suite.namespace();
      const { body: first } = await wire.post(widgets(), widget("a", { count: 1 }, { labels: { on: "no" } }));
      const query = `watch=1&labelSelector=on%3Dyes&resourceVersion=${first.metadata.resourceVersion}`;
      const events = wire.watch(`${widgets()}?${query}`, count(3));
      await wire.patch(widgets("/a"), "merge", { metadata: { labels: { on: "yes" } } });
      await wire.patch(widgets("/a"), "merge", { spec: { count: 2 } });
      const { body: last } = await wire.patch(widgets("/a"), "merge", { metadata: { labels: { on: "no" } } });
      const seen = await events;
      expect(summary(seen)).toEqual(["ADDED a", "MODIFIED a", "DELETED a"]);
      expect(seen[2]?.object.metadata.labels).toEqual({ on: "yes" });
      expect(seen[2]?.object.metadata.resourceVersion).toBe(last.metadata.resourceVersion);
    });

    test("a watch can be for one name", async () => {
      const { wire, path } = await suite.namespace();
      await wire.post(path("configmaps"), { metadata: { name: "a" } });
      await wire.post(path("configmaps"), { metadata: { name: "b" } });
      const events = await wire.watch(`${path("configmaps")}?watch=1&fieldSelector=metadata.name%3Db`, count(1));
      expect(summary(events)).toEqual(["ADDED b"]);
    });

    test("one object is shown, or missing, though a watch is asked for", async () => {
      const { wire, path } = await suite.namespace();
      const { body: a } = await wire.post(path("configmaps"), { metadata: { name: "a" } });
      await wire.post(path("configmaps"), { metadata: { name: "b" } });
      expect(await wire.get(path("configmaps/a?watch=1"))).toMatchObject({ status: 200, body: a });
      expect(await wire.get(path("configmaps/c?watch=1"))).toMatchObject({
        status: 404,
        body: { message: 'configmaps "c" not found' },
      });
    });

    test("timeoutSeconds ends a watch", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.post(widgets(), widget("a"));
      const events = await wire.watch(`${widgets()}?watch=1&timeoutSeconds=1`, () => false);
      expect(summary(events)).toEqual(["ADDED a"]);
    });

    test("a watch at a version that is not a number is refused", async () => {
      const { wire, widgets } = await suite.namespace();
      expect((await wire.get(`${widgets()}?watch=1&resourceVersion=abc`)).status).toBe(500);
    });
  });
}
