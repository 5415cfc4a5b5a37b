import { uniqueName } from "@capstan/kube";
import { describe, expect, test } from "vitest";

describe("the unique name of an object", () => {
  test("is that of no other object, of whichever namespace", () => {
    // Joined by a dash, both would be a-b-c.
    const ours = uniqueName({ metadata: { namespace: "a", name: "b-c" } });
    const theirs = uniqueName({ metadata: { namespace: "a-b", name: "c" } });
    expect([ours, theirs]).toEqual(["a.b-c", "a-b.c"]);
  });

  test("is its name where it is not in a namespace", () => {
    expect(uniqueName({ metadata: { name: "b.c" } })).toBe("b.c");
  });
});
