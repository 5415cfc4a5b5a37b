import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { type WatchEvent } from "./target.ts";
import { widget } from "./widgets.ts";

const summary = (events: readonly WatchEvent[]): string[] =>
  events.map(({ type, object }) => (type === "BOOKMARK" ? type : `${type} ${object.metadata.name}`));
const count = (wanted: number) => (events: readonly WatchEvent[]) => events.length >= wanted;

interface Table {
  readonly kind: string;
  readonly apiVersion: string;
  readonly columnDefinitions: readonly object[] | null;
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: object }[];
}

/** Watches: their first events, their changes and their end. */
export function watchesSuite(suite: Suite): void {
  describe("watches", () => {
    test("a watch from a list's version sends every later change, once and in order", async () => {
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

    test("a watch without a version starts with the existing objects", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.post(widgets(), widget("b"));
      await wire.post(widgets(), widget("a"));
      expect(summary(await wire.watch(`${widgets()}?watch=1`, count(2))).sort()).toEqual(["ADDED a", "ADDED b"]);
    });

    test("sendInitialEvents ends the initial events with a bookmark", async () => {
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

    test("as tables, only the first event has the columns, and a bookmark is an empty row", async () => {
      const { wire, namespace } = await suite.namespace();
      const all = `/api/v1/namespaces/${namespace}/secrets`;
      for (const name of ["a", "b"]) await wire.post(all, { metadata: { name }, stringData: { a: "b" } });
      const query = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
      for (const version of ["meta.k8s.io/v1", "meta.k8s.io/v1beta1"]) {
        const accept = `application/json;as=Table;g=meta.k8s.io;v=${version.slice("meta.k8s.io/".length)}`;
        const events = await wire.watch(`${all}?${query}`, (seen) => seen.at(-1)?.type === "BOOKMARK", accept);
        const tables = events.map(({ object }) => object as unknown as Table);
        expect(tables.map(({ kind, apiVersion }) => `${apiVersion} ${kind}`)).toEqual(
          Array(3).fill(`${version} Table`),
        );
        expect(tables.map(({ columnDefinitions }) => columnDefinitions?.length)).toEqual([4, undefined, undefined]);
        expect(tables[1]?.columnDefinitions).toBeNull();
        expect(tables[1]?.rows[0]?.cells.slice(0, 3)).toEqual(["b", "Opaque", 1]);
        expect(tables[2]?.rows[0]?.cells).toEqual(["", "", 0, "<unknown>"]);
        expect(tables[2]?.rows[0]?.object).toMatchObject({
          apiVersion: version,
          metadata: { annotations: { "k8s.io/initial-events-end": "true" } },
        });
      }
    });

    test("an object that starts to match a selector is added, and one that stops matching is deleted", async () => {
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

    test("a watch can select a single name", async () => {
      const { wire, path } = await suite.namespace();
      await wire.post(path("configmaps"), { metadata: { name: "a" } });
      await wire.post(path("configmaps"), { metadata: { name: "b" } });
      const events = await wire.watch(`${path("configmaps")}?watch=1&fieldSelector=metadata.name%3Db`, count(1));
      expect(summary(events)).toEqual(["ADDED b"]);
    });

    test("one object is returned, or not found, even if the request asks for a watch", async () => {
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

    test("a watch at a version that is not a number is rejected", async () => {
      const { wire, widgets } = await suite.namespace();
      expect((await wire.get(`${widgets()}?watch=1&resourceVersion=abc`)).status).toBe(500);
    });
  });
}
