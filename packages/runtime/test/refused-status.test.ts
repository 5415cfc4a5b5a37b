import { describe, expect, test } from "vitest";
import { ApiError, type Client, type Patch, patchChanges } from "@capstan/runtime";
import type { KubernetesObject, ResourceKind } from "@capstan/contract";

interface Thing extends KubernetesObject {
  status?: Record<string, unknown>;
}
const Thing: ResourceKind<Thing> = { group: "x.io", version: "v1", kind: "Thing", plural: "things", namespaced: true };

const before: Thing = {
  apiVersion: "x.io/v1",
  kind: "Thing",
  metadata: { name: "a", namespace: "default", uid: "u", resourceVersion: "7" },
  status: { phase: "Old" },
};

type Cause = Readonly<Record<"field" | "reason" | "message", string>>;

const tooLong = (field: string): Cause => ({ field, reason: "FieldValueTooLong", message: "Too long" });

function refusal(causes: readonly Cause[]): ApiError {
  return new ApiError("Thing is invalid", { status: 422, reason: "Invalid", details: { causes } });
}

/** Answers each request with the next error, then with success. */
async function write(status: Record<string, unknown>, errors: Error[]) {
  const sent: unknown[] = [];
  const client = {
    patch: (_kind: unknown, _key: unknown, { body }: Patch) => {
      sent.push((body as Thing).status);
      const error = errors.shift();
      return error === undefined ? Promise.resolve(before) : Promise.reject(error);
    },
  } as unknown as Client;
  const written = patchChanges<Thing>(client, Thing, before, { ...before, status });
  const end = await written.then(
    ({ written: count, refused }) => ({ count, refused }),
    (error: unknown) => ({ error }),
  );
  return { sent, end };
}

const ready = {
  type: "Ready",
  status: "False",
  reason: "Hostile",
  message: "x",
  lastTransitionTime: "2026-01-01T00:00:00Z",
};
const paused = { ...ready, type: "Paused" };

describe("a status with a part that the server refuses", () => {
  test("is written without the field, in one further request, and the field is reported", async () => {
    const status = { phase: "New", node: { info: { os: "x" } } };
    const { sent, end } = await write(status, [refusal([tooLong("status.node.info.os")])]);
    expect(sent).toEqual([status, { phase: "New" }]);
    expect(end).toEqual({ count: 1, refused: ["status.node.info.os"] });
  });

  test("keeps the other items of a list", async () => {
    const addresses = [{ address: "a" }, { address: "b" }, { address: "c" }];
    const { sent } = await write({ phase: "New", addresses }, [refusal([tooLong("status.addresses[1].address")])]);
    expect(sent[1]).toEqual({ phase: "New", addresses: [{ address: "a" }, { address: "c" }] });
  });

  test("loses only the list that is too long", async () => {
    const causes = [{ field: "status.addresses", reason: "FieldValueTooMany", message: "Too many" }];
    const { sent } = await write({ phase: "New", addresses: [{ address: "a" }] }, [refusal(causes)]);
    expect(sent[1]).toEqual({ phase: "New" });
  });

  test("still has the status of a condition whose text is refused", async () => {
    const causes = [tooLong("status.conditions[0].message"), tooLong("status.conditions[0].reason")];
    const { sent } = await write({ phase: "Old", conditions: [ready, paused] }, [refusal(causes)]);
    const message =
      "The API server rejects the message of this condition (message: FieldValueTooLong, reason: FieldValueTooLong)";
    expect(sent[1]).toEqual({ conditions: [{ ...ready, reason: "RefusedByServer", message }, paused] });
  });

  test("takes one write less where no other field changes", async () => {
    const { sent, end } = await write({ phase: "New" }, [refusal([tooLong("status.phase")])]);
    expect(sent).toHaveLength(1);
    expect(end).toEqual({ count: 0, refused: ["status.phase"] });
  });

  test("is abandoned where the rest is refused as well", async () => {
    const again = refusal([tooLong("status.phase")]);
    const { sent, end } = await write({ phase: "New", x: 1 }, [refusal([tooLong("status.x")]), again]);
    expect(sent).toHaveLength(2);
    expect(end).toEqual({ error: again });
  });

  test.each([
    ["names what is not in the patch", [tooLong("status.other")]],
    ["names a part of the spec", [tooLong("status.phase"), tooLong("spec.size")]],
    ["names the status as a whole", [tooLong("status")]],
    ["names nothing", []],
  ])("is not sent again where the server %s", async (_what, causes) => {
    const error = refusal(causes);
    const { sent, end } = await write({ phase: "New" }, [error]);
    expect(sent).toHaveLength(1);
    expect(end).toEqual({ error });
  });
});
