import type { SeededRandom } from "./seeded-random.ts";
import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { drawnString } from "./drawn-string.ts";

/** The depth to which optional fields are drawn, because schemas of Pods would fill pages. */
const deepest = 6;

/** A random value that a schema admits, ignoring rules and combinations of schemas. */
export function drawnValue(schema: JsonObject, random: SeededRandom, depth = 0): unknown {
  const allowed = listAt(schema, "enum");
  if (allowed.length > 0) return random.pick(allowed);
  if ("default" in schema && random.happens(1 / 4)) return schema.default;
  if (schema["x-kubernetes-int-or-string"] === true) return random.pick([1, 3, "40%", "100m", "8Gi"]);
  switch (schema.type) {
    case "object":
      return drawnObject(schema, random, depth);
    case "array":
      return drawnList(schema, random, depth);
    case "integer":
      return drawnNumber(schema, random);
    case "number":
      return drawnNumber(schema, random) + random.pick([0, 0.5]);
    case "boolean":
      return random.happens(1 / 2);
    case "string":
      return drawnString(schema, random);
    default:
      return random.pick(["text", 7, true, { a: [1, { b: "c" }] }]);
  }
}

function drawnNumber({ minimum = 0, maximum = 1_000 }: JsonObject, random: SeededRandom): number {
  const least = Number(minimum);
  return random.between(least, Math.min(Math.max(least, Number(maximum)), least + 1_000));
}

function drawnObject(schema: JsonObject, random: SeededRandom, depth: number): JsonObject {
  const additional = objectAt(schema, "additionalProperties");
  const keys = ["k", "app.kubernetes.io/name"].filter(() => random.happens(1 / 3));
  const members = Object.fromEntries(keys.map((key) => [key, additional && drawnValue(additional, random, depth + 1)]));
  if (additional !== undefined) return members;
  const properties = Object.entries(objectAt(schema, "properties") ?? {});
  if (properties.length === 0) return schema["x-kubernetes-preserve-unknown-fields"] === true ? { free: [1, "a"] } : {};
  const demanded = listAt(schema, "required");
  const sure = Number(schema.minProperties ?? 0) > 0 ? random.pick(properties)[0] : undefined;
  // Long objects get fewer fields, so that they stay diverse and are not refused for one of many fields.
  const share = depth >= deepest ? 0 : Math.min(1 / 2, 4 / properties.length);
  const there = properties.filter(([key]) => demanded.includes(key) || key === sure || random.happens(share));
  return Object.fromEntries(
    there.map(([key, property]) => [key, drawnValue(isJsonObject(property) ? property : {}, random, depth + 1)]),
  );
}

function drawnList(schema: JsonObject, random: SeededRandom, depth: number): unknown[] {
  const least = Number(schema.minItems ?? 0);
  const most = Math.min(Number(schema.maxItems ?? least + 2), least + 2);
  const items = objectAt(schema, "items") ?? {};
  const length = depth >= deepest ? least : random.between(least, Math.max(least, most));
  const drawn = Array.from({ length }, () => drawnValue(items, random, depth + 1));
  const type = textAt(schema, "x-kubernetes-list-type");
  if (type !== "map" && type !== "set") return drawn;
  const keys = listAt(schema, "x-kubernetes-list-map-keys");
  const known = (item: unknown): string =>
    JSON.stringify(isJsonObject(item) ? keys.map((key) => item[String(key)]) : item);
  return [...new Map(drawn.map((item) => [known(item), item])).values()];
}
