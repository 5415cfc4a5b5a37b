import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { type TogetherRequest, type Wire } from "./target.ts";

/** Simultaneous writes of the same object. They are large, so that the server reads the ends of several at once. */
export function simultaneousWritesSuite(suite: Suite): void {
  describe("of simultaneous writes", () => {
    test("only one creates an object", async () => {
      const { wire, path } = await suite.namespace();
      const statuses = await eachTogether(wire, (name, text) => {
        const body = { metadata: { name }, data: { text } };
        return { method: "POST", path: path("configmaps"), body };
      });
      expect(statuses).toEqual(Array(names.length).fill([201, 409, 409]));
    });

    test("only one replaces the object that all have read", async () => {
      const { wire, path } = await suite.namespace();
      const read = await createAll(wire, path("configmaps"));
      const statuses = await eachTogether(wire, (name, text) => {
        const body = { metadata: read.get(name), data: { text } };
        return { method: "PUT", path: path(`configmaps/${name}`), body };
      });
      expect(statuses).toEqual(Array(names.length).fill([200, 409, 409]));
    });

    test("each takes effect if they are patches", async () => {
      const { wire, path } = await suite.namespace();
      await createAll(wire, path("configmaps"));
      const statuses = await eachTogether(wire, (name, text) => {
        const body = { data: { [text.slice(0, 1)]: text } };
        return { method: "PATCH", path: path(`configmaps/${name}`), patch: "merge", body };
      });
      expect(statuses).toEqual(Array(names.length).fill([200, 200, 200]));
      const { items } = (await wire.get(path("configmaps"))).body;
      const written = items.filter(({ metadata }) => names.includes(metadata.name));
      expect(written.map(({ data }) => Object.keys(data as object))).toEqual(Array(names.length).fill(["a", "b", "c"]));
    });
  });
}

const names = Array.from({ length: 10 }, (_, index) => `object-${index}`);

/** Creates an object for each name, and returns their metadata. */
async function createAll(wire: Wire, path: string): Promise<ReadonlyMap<string, unknown>> {
  const created = names.map(async (name) => {
    const { status, body } = await wire.post(path, { metadata: { name } });
    expect(status).toBe(201);
    return [name, body.metadata] as const;
  });
  return new Map(await Promise.all(created));
}

/** Writes each object three times simultaneously, and returns the sorted statuses for each. */
async function eachTogether(wire: Wire, write: (name: string, text: string) => TogetherRequest): Promise<number[][]> {
  const requests = names.flatMap((name) => ["a", "b", "c"].map((letter) => write(name, letter.repeat(6_000))));
  const statuses = await wire.sendTogether(requests);
  return names.map((_, index) => statuses.slice(3 * index, 3 * index + 3).toSorted((left, right) => left - right));
}
