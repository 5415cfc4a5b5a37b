import fc from "fast-check";
import type { LabelSelector } from "../../src/index.ts";

/** Keys and values are few, so that selectors match labels. */
const keys = ["tier", "n", "app.kubernetes.io/name", "in", "notin", "x", "A_b.c"];
const values = ["", "web", "db", "3", "10", "007", "in", "notin", "9223372036854775807", "a.b-c_D"];
const oddKeys = ["-a", "a-", "a/b/c", "/a", "a/", "Upper.io/x", "é", "k".repeat(64), "exists", "a\\b", '"a"'];
const oddValues = ["-a", "a_", "a b", '"web"', "'db'", "a/b", "é", "9223372036854775808", "v".repeat(64), "3.5", "+3"];

const mostly = (usual: readonly string[], odd: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });
const key = mostly(keys, oddKeys);
const value = mostly(values, oddValues);
const space = fc.constantFrom("", "", "", " ", "  ", "\t");

const joined = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((all) => all.join(""));
const spaced = (part: fc.Arbitrary<string>): fc.Arbitrary<string> => joined(space, part, space);

const comparison = joined(spaced(key), fc.constantFrom("=", "==", "!=", ">", "<"), spaced(value));
const set = joined(
  spaced(key),
  fc.constantFrom(" in", " notin"),
  space,
  fc.array(spaced(value), { maxLength: 4 }).map((all) => `(${all.join(",")})`),
);
const existence = joined(space, fc.constantFrom("", "", "!", "! "), key, space);
const requirement = fc.oneof({ weight: 3, arbitrary: comparison }, { weight: 3, arbitrary: set }, existence);
const wellFormed = fc.array(requirement, { maxLength: 4 }).map((all) => all.join(","));

/** A string with one character too many or too few. */
const damaged = fc
  .tuple(
    wellFormed,
    fc.nat(),
    fc.constantFrom("", "", ",", "=", "!", "(", ")", " ", "<", ">", "in", "\\", '"', "é", "\r", "\n"),
  )
  .map(([text, at, sign]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + sign + text.slice(place + (sign === "" ? 1 : 0));
  });

/** Strings of label selectors: mostly common ones in every spelling, and some invalid ones. */
export const selectorText: fc.Arbitrary<string> = fc.oneof({ weight: 3, arbitrary: wellFormed }, damaged);

/** Labels that an object can have. */
export const labels: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(...keys),
  fc.constantFrom(...values, "-3", "12").filter((text) => text !== "-3"),
  { maxKeys: 5 },
);

/** Selectors in object form, some of them invalid. */
export const structuredSelector: fc.Arbitrary<LabelSelector> = fc.record(
  {
    matchLabels: fc.dictionary(key, value, { maxKeys: 2 }),
    matchExpressions: fc.array(
      fc.record(
        {
          key,
          operator: fc.oneof(
            { weight: 20, arbitrary: fc.constantFrom("In", "NotIn", "Exists", "DoesNotExist") },
            fc.constantFrom("in", "Near", ""),
          ),
          values: fc.array(value, { maxLength: 3 }),
        },
        { requiredKeys: ["key", "operator"] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
);

const fieldValue = fc.constantFrom("", "a", "b", "a\\,b", "a\\=b", "a\\\\b", "a\\b", "a=b", "\\", "é", "a b", "!");
const fieldPath = fc.constantFrom("metadata.name", "metadata.namespace", "type", "", "a b");
const fieldTerm = joined(fieldPath, fc.constantFrom("=", "==", "!=", "=", "", "=!"), fieldValue);

/** Strings of field selectors, some of them invalid. */
export const fieldSelectorText: fc.Arbitrary<string> = fc
  .array(fieldTerm, { maxLength: 4 })
  .map((all) => all.join(","));

/** Values of the fields of one object. */
export const fields: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom("metadata.name", "metadata.namespace", "type"),
  fc.constantFrom("", "a", "b", "a,b", "a=b", "a\\b", "é", "a b", "!"),
);
