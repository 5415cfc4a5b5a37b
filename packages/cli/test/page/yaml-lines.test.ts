import { isJsonObject, type JsonObject, parseYaml } from "@capstan/kube";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownersOf } from "../../src/page/field-managers.ts";
import { yamlLines } from "../../src/page/yaml-lines.ts";

const joined = (object: JsonObject): string =>
  yamlLines(object, new Map())
    .map(({ text }) => `${text}\n`)
    .join("");

describe("the YAML of an object", () => {
  test("parses to the same object", () => {
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.string(),
        fc.constantFrom("true", "1", "", "- a", "a: b", "#", "two\nlines\n", " x", "2026-01-01", "~", "0x1"),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("json"), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie("json"), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    const objects = fc.dictionary(fc.string(), json, { minKeys: 1, noNullPrototype: true });
    fc.assert(
      fc.property(objects, (object) => {
        expect(parseYaml(joined(object as JsonObject))).toEqual(object);
      }),
    );
  });

  test("names the managers of the field that starts on each line", () => {
    const object = {
      metadata: { labels: { a: "1" } },
      spec: { replicas: 3, taints: [{ key: "x", value: "y" }], names: ["one", "two"], whole: { deep: { er: 1 } } },
      status: { conditions: [{ type: "Ready", status: "True" }] },
    };
    const owners = ownersOf([
      {
        manager: "kubectl",
        fieldsV1: {
          "f:metadata": { "f:labels": { ".": {}, "f:a": {} } },
          "f:spec": {
            "f:replicas": {},
            "f:taints": { 'k:{"key":"x"}': { ".": {}, "f:key": {}, "f:value": {} } },
            "f:names": { 'v:"two"': {} },
            "f:whole": {},
          },
        },
      },
      { manager: "core", fieldsV1: { "f:spec": { "f:replicas": {} } } },
      {
        manager: "core",
        subresource: "status",
        fieldsV1: {
          "f:status": { "f:conditions": { 'k:{"type":"Ready"}': { ".": {}, "f:status": {}, "f:type": {} } } },
        },
      },
    ]);
    const lines = yamlLines(object, owners).map(({ text, managers }) => `${text}|${managers.join()}`);
    expect(lines).toEqual([
      "metadata:|",
      "  labels:|kubectl",
      "    a: '1'|kubectl",
      "spec:|",
      "  replicas: 3|core,kubectl",
      "  taints:|",
      "  - key: x|kubectl",
      "    value: 'y'|kubectl",
      "  names:|",
      "  - one|",
      "  - two|kubectl",
      "  whole:|kubectl",
      "    deep:|kubectl",
      "      er: 1|kubectl",
      "status:|",
      "  conditions:|",
      "  - type: Ready|core",
      "    status: 'True'|core",
    ]);
    expect(isJsonObject(parseYaml(lines.map((line) => line.split("|")[0]).join("\n")))).toBe(true);
  });
});
