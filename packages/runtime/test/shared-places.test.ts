import { expect, test } from "vitest";
import { SharedPlaces } from "../src/fairness/shared-places.ts";

test("places are free until all are taken, and again when one is released", () => {
  const places = new SharedPlaces(2);
  places.take("a");
  expect([places.hasFree, places.taken]).toEqual([true, 1]);
  places.take("b");
  expect([places.hasFree, places.taken, places.isFor("c")]).toEqual([false, 2, false]);
  places.release("a");
  expect([places.hasFree, places.taken, places.isFor("c")]).toEqual([true, 1, true]);
});

test("a group that has released some places is still limited by the places it holds", () => {
  const places = new SharedPlaces(5);
  for (let index = 0; index < 4; index += 1) places.take("a");
  expect(places.isFor("a")).toBe(false);
  places.release("a");
  expect(places.isFor("a")).toBe(true);
  places.take("b");
  expect([places.isFor("a"), places.isFor("c")]).toEqual([false, true]);
  for (let index = 0; index < 3; index += 1) places.release("a");
  expect(places.isFor("a")).toBe(true);
});
