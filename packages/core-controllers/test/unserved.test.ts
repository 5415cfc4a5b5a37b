import { customResourceDefinition, type ResourceKind } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import Type from "typebox";
import { describe, expect, test } from "vitest";
import { unservedKinds, type UnservedKind } from "../src/controllers/unserved/unserved-kind.ts";
import { namespace, PlayedProviders } from "./scene/played-providers.ts";

function definitionOf({ kind: { group, kind, plural, version, namespaced } }: UnservedKind) {
  const spec = Type.Object({ note: Type.Optional(Type.String()) });
  const condition = Type.Object({
    type: Type.String(),
    status: Type.String(),
    reason: Type.String(),
    message: Type.String(),
    lastTransitionTime: Type.String(),
  });
  const status = Type.Object({ conditions: Type.Optional(Type.Array(condition)) });
  return customResourceDefinition({
    ...{ group, kind, plural, scope: namespaced ? "Namespaced" : "Cluster" },
    versions: [{ name: version, spec, status }],
  });
}

describe("a core in a management cluster with Cluster API kinds that it does not serve", () => {
  test("reports this on their objects and once in its log, and is ready", async () => {
    await using world = await PlayedProviders.start();
    await world.install(unservedKinds.map(definitionOf));
    const create = async (kind: ResourceKind) => {
      const metadata = { name: "o", ...(kind.namespaced ? { namespace } : {}) };
      await world.client.create(kind, { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata });
    };
    for (const { kind } of unservedKinds) await create(kind);
    await world.settled();

    for (const { kind, conditionType, message } of unservedKinds) {
      const key = { name: "o", ...(kind.namespaced ? { namespace } : {}) };
      const { status } = await world.client.get(kind, key);
      expect(status?.conditions).toMatchObject([
        { type: conditionType, status: "False", reason: "NotSupported", message },
      ]);
    }
    const mark = world.mark();
    await world.clock.advance({ minutes: 5 });
    expect(world.writes(mark)).toEqual([]);
  });
});
