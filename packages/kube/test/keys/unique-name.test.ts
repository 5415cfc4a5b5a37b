import { uniqueName } from "@capstan/kube";
import { describe, expect, test } from "vitest";

describe("the unique name of an object", () => {
  test("differs from that of every other object in any namespace", () => {
    // Joined by a dash, both would be a-b-c.
    const ours = uniqueName({ metadata: { namespace: "a", name: "b-c" } });
    const theirs = uniqueName({ metadata: { namespace: "a-b", name: "c" } });
    expect([ours, theirs]).toEqual(["a.b-c", "a-b.c"]);
  });

  test("is its name for a cluster-scoped object", () => {
    expect(uniqueName({ metadata: { name: "b.c" } })).toBe("b.c");
  });
});
