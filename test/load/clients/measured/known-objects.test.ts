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

test("everything is known once exactly what is there is known", () => {
  // given what is deleted, changed and made while nothing of it is said
  const { objects, reached } = known();
  for (const name of ["deleted", "changed"]) objects.seen(version(name, 0));
  objects.expect({ changed: 1, made: 1 });
  // when it comes, one after the other
  objects.seen(version("changed", 1));
  objects.seen(version("made", 1));
  expect(reached()).toBe(0);
  objects.gone("deleted");
  // then the last of them makes it complete, once
  expect(reached()).toBe(1);
  objects.seen(version("changed", 2));
  objects.seen(version("changed", 3));
  expect(reached()).toBe(1);
});

test("what is known already need not come again", () => {
  const { objects, reached } = known();
  objects.seen(version("a", 1));
  objects.expect({ a: 1 });
  expect(reached()).toBe(1);
});

test("versions that are left out, come twice or too late are counted, and the last one is what is known", () => {
  const { objects } = known();
  objects.expect({});
  for (const number of [1, 2, 2, 5, 4]) objects.seen(version("a", number));
  expect(objects.state()).toEqual({ event: "state", view: { a: 4 }, older: 1, again: 1, skipped: 2 });
});

test("the end of an object that has a successor under its name comes too late, and ends nothing", () => {
  const { objects } = known();
  objects.seen(version("a", 1));
  objects.seen(version("a", 2));
  objects.gone("a", version("a", 1));
  expect(objects.state()).toMatchObject({ view: { a: 2 }, older: 1 });
  objects.gone("a", version("a", 2));
  expect(objects.state()).toMatchObject({ view: {}, older: 1 });
});
