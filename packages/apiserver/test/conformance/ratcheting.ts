import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { causesOf, gauges } from "./gauges.ts";
import { type Suite } from "./suite.ts";

const text = { type: "string", maxLength: 64 };
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function ofSpec(properties: object): object {
  return { type: "object", properties: { spec: { type: "object", properties } } };
}

/** Unchanged values that an update may keep although the schema now rejects them. */
export function ratchetingSuite(suite: Suite): void {
  /** An object of a kind whose schema became stricter after its creation. */
  const scene = async (kind: string, { lax, spec, strict }: { lax: object; spec: object; strict: object }) => {
    const { wire, path, object } = await gauges(suite, kind, ofSpec(lax));
    const name = `kept-${randomUUID()}`;
    expect((await wire.post(path(), object(name, { spec }))).status).toBe(201);
    const definition = `${definitions}/${kind.toLowerCase()}s.rules.example.io`;
    await wire.patch(definition, "json", [
      { op: "replace", path: "/spec/versions/0/schema/openAPIV3Schema", value: ofSpec(strict) },
    ]);
    const attempt = () => wire.post(path("?dryRun=All"), object("new", { spec }));
    let refused = await attempt();
    while (refused.status !== 422) refused = await attempt();
    const change = (changes: object) => wire.patch(path(`/${name}`), "merge", changes);
    return { refused, change };
  };

  describe("ratcheting", () => {
    test("a value that breaks a rule may stay unchanged, with a warning", async () => {
      const rule = { rule: "self == 'good'", message: "must be good" };
      const { refused, change } = await scene("Ratchet", {
        lax: { a: text, b: text },
        spec: { a: "bad", b: "good" },
        strict: { a: { ...text, "x-kubernetes-validations": [rule] }, b: text },
      });
      expect(causesOf(refused)).toEqual(['spec.a|FieldValueInvalid|Invalid value: "bad": must be good']);
      const kept = await change({ spec: { b: "other" } });
      expect([kept.status, kept.headers.warning]).toEqual([
        200,
        '299 - "spec.a: Invalid value: \\"bad\\": must be good"',
      ]);
      const changed = await change({ spec: { a: "worse" } });
      expect(causesOf(changed)).toEqual(['spec.a|FieldValueInvalid|Invalid value: "worse": must be good']);
    });

    test("a value that breaks the schema may stay unchanged, list items only if keys identify them", async () => {
      const list = (items: object, others: object = {}) => ({ type: "array", items, ...others });
      const good = { type: "string", enum: ["good"] };
      const map = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };
      const set = { "x-kubernetes-list-type": "set" };
      const item = (value: object) => ({ type: "object", required: ["name"], properties: { name: text, value } });
      const { change } = await scene("Pawl", {
        lax: { any: list(text), set: list(text, set), map: list(item(text), map), more: { type: "object" } },
        spec: { any: ["bad"], set: ["bad"], map: [{ name: "a", value: "bad" }] },
        strict: {
          any: list(good),
          set: list(good, set),
          map: list(item(good), map),
          more: { type: "object", required: ["x"] },
        },
      });
      const bad = 'FieldValueNotSupported|Unsupported value: "bad": supported values: "good"';
      const one = { name: "a", value: "bad" };
      const other = { name: "b", value: "good" };
      expect(await change({ metadata: { labels: { a: "b" } } })).toMatchObject({ status: 200 });
      expect(await change({ spec: { map: [other, one] } })).toMatchObject({ status: 200 });
      expect(causesOf(await change({ spec: { any: ["bad", "good"] } }))).toEqual([`spec.any[0]|${bad}`]);
      expect(causesOf(await change({ spec: { set: ["good", "bad"] } }))).toEqual([`spec.set[1]|${bad}`]);
      expect(causesOf(await change({ spec: { map: [{ ...one, name: "c" }] } }))).toEqual([`spec.map[0].value|${bad}`]);
      expect(causesOf(await change({ spec: { more: {} } }))).toEqual(["spec.more.x|FieldValueRequired|Required value"]);
    });
  });
}
