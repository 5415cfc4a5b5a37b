import { metadataChanges } from "@capstan/contract";
import fc from "fast-check";
import { expect, test } from "vitest";

const map = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("1", "2"));
const metadata = fc.record({ labels: map, annotations: map });

/** What an API server stores after a merge patch of a map. */
function patched(before: Readonly<Record<string, string>>, patch: Readonly<Record<string, string | null>> = {}) {
  return Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null));
}

test("the changes of a Machine's metadata lead from one to the other, and name nothing that stays", () => {
  fc.assert(
    fc.property(metadata, metadata, (from, to) => {
      const changes = metadataChanges({ name: "m", ...from }, { name: "m", ...to }) ?? {};
      expect(patched(from.labels, changes.labels)).toEqual(to.labels);
      expect(patched(from.annotations, changes.annotations)).toEqual(to.annotations);
      for (const place of ["labels", "annotations"] as const) {
        for (const [key, value] of Object.entries(changes[place] ?? {}))
          expect(from[place][key]).not.toBe(value ?? undefined);
      }
    }),
  );
});

test("equal metadata has no changes, with a map or without it", () => {
  expect(metadataChanges({ name: "m", labels: {} }, { name: "m" })).toBeUndefined();
  expect(metadataChanges({ name: "m", labels: { a: "1" } }, { name: "m", labels: { a: "1" } })).toBeUndefined();
});
