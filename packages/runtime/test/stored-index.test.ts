import { expect, test } from "vitest";
import { StoredIndex } from "../src/cache/object-index.ts";

interface Thing {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
  readonly values: readonly string[] | Error;
}
const thing = (name: string, namespace: string | undefined, values: Thing["values"]): Thing => ({
  apiVersion: "x.io/v1",
  kind: "Thing",
  metadata: { name, namespace },
  values,
});

function indexed(...things: readonly Thing[]) {
  const errors: unknown[] = [];
  const valuesOf = ({ values }: Pick<Thing, "values">): readonly string[] => {
    if (values instanceof Error) throw values;
    return values;
  };
  const index = new StoredIndex<Thing>(valuesOf, (error) => void errors.push(error));
  for (const each of things) index.add(each);
  return { index, errors };
}

test("objects are found by each of their values, in their namespace", () => {
  const [a1, a2, b1] = [thing("1", "a", ["x", "y"]), thing("2", "a", ["x"]), thing("1", "b", ["x"])];
  const { index } = indexed(a1, a2, b1, thing("3", "c", []));
  expect([index.in("a", "x"), index.in("a", "y"), index.in("b", "x"), index.in("c", "x")]).toEqual([
    [a1, a2],
    [a1],
    [b1],
    [],
  ]);
  expect(index.inAllNamespaces("x")).toEqual([a1, a2, b1]);
  expect(index.inAllNamespaces("y")).toEqual([a1]);
  expect(index.in(undefined, "x")).toEqual([]);
  expect(index.size).toBe(8);
});

test("a removed object is no longer found, and leaves no entries behind", () => {
  const things = [thing("1", "a", ["x", "y"]), thing("2", "a", ["x"]), thing("3", undefined, ["x"])] as const;
  const { index } = indexed(...things);
  const [first, second, third] = things;
  index.remove(first);
  index.remove(first);
  expect([index.in("a", "x"), index.in("a", "y"), index.in(undefined, "x")]).toEqual([[second], [], [third]]);
  expect(index.size).toBe(6);
  index.remove(second);
  index.remove(third);
  index.remove(thing("4", "a", ["x"]));
  expect([index.inAllNamespaces("x"), index.size]).toEqual([[], 0]);
});

test("an object whose values cannot be read is reported, and not indexed", () => {
  const error = new Error("broken");
  const { index, errors } = indexed(thing("1", "a", error), thing("2", "a", ["x"]));
  expect(errors).toEqual([error]);
  expect(index.in("a", "x")).toHaveLength(1);
});
