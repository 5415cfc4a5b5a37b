import { expect, test } from "vitest";
import { KnownObjects } from "./known-objects.ts";

function version(name: string, number: number) {
  return { metadata: { name, annotations: { "bench/number": String(number) } } };
}

function known() {
  let reached = 0;
  const objects = new KnownObjects(() => (reached += 1));
  return { objects, reached: () => reached };
}

test("the view is complete once it equals the expectation exactly", () => {
  // given objects that are expected to be deleted, changed and created
  const { objects, reached } = known();
  for (const name of ["deleted", "changed"]) objects.seen(version(name, 0));
  objects.expect({ changed: 1, made: 1 });
  // when the events arrive one after another
  objects.seen(version("changed", 1));
  objects.seen(version("made", 1));
  expect(reached()).toBe(0);
  objects.gone("deleted");
  // then the last of them completes the view, once
  expect(reached()).toBe(1);
  objects.seen(version("changed", 2));
  objects.seen(version("changed", 3));
  expect(reached()).toBe(1);
});

test("expected versions that are known already need no further event", () => {
  const { objects, reached } = known();
  objects.seen(version("a", 1));
  objects.expect({ a: 1 });
  expect(reached()).toBe(1);
});

test("skipped, repeated and late versions are counted, and the last one is known", () => {
  const { objects } = known();
  objects.expect({});
  for (const number of [1, 2, 2, 5, 4]) objects.seen(version("a", number));
  expect(objects.state()).toEqual({ event: "state", view: { a: 4 }, older: 1, again: 1, skipped: 2 });
});

test("a deletion of an object that has a successor with the same name is late, and changes nothing", () => {
  const { objects } = known();
  objects.seen(version("a", 1));
  objects.seen(version("a", 2));
  objects.gone("a", version("a", 1));
  expect(objects.state()).toMatchObject({ view: { a: 2 }, older: 1 });
  objects.gone("a", version("a", 2));
  expect(objects.state()).toMatchObject({ view: {}, older: 1 });
});
