import { labelKeyProblems } from "@capstan/kube";
import fc from "fast-check";
import { expect, test } from "vitest";
import { labelKey } from "../src/api/admission/label-rules.ts";

/** The CEL rule for a key in JavaScript. */
function isAdmitted(key: string): boolean {
  const [, pattern, prefix] = /matches\(r'(.*)'\) && self\.indexOf\('\/'\) <= (\d+)$/.exec(labelKey.rule) ?? [];
  if (pattern === undefined) throw new Error(`The rule has another form: ${labelKey.rule}`);
  return new RegExp(pattern).test(key) && key.indexOf("/") <= Number(prefix);
}

const word = (...characters: readonly string[]) =>
  fc.array(fc.constantFrom(...characters), { maxLength: 6 }).map((parts) => parts.join(""));
const prefixes = word("a", "z", "0", "-", "-", ".", ".");
const names = word("a", "0", "Z", "-", ".", "_");
/** Arbitrary strings, and strings with the parts of a key, mostly well formed. */
const keys = fc.oneof(
  word("a", "0", "A", "-", ".", "_", "/", " ", "é"),
  names,
  fc.tuple(prefixes, names).map(([prefix, name]) => `${prefix}/${name}`),
);
const lengths = fc.tuple(fc.constantFrom(0, 1, 252, 253, 254), fc.constantFrom(0, 1, 62, 63, 64));

test("the rule in the core CRDs accepts the same label keys as an API server", () => {
  fc.assert(
    fc.property(keys, (key) => {
      expect(isAdmitted(key)).toBe(labelKeyProblems(key).length === 0);
    }),
    { numRuns: 5_000 },
  );
});

test("both reject prefixes and names that are too long", () => {
  fc.assert(
    fc.property(lengths, fc.boolean(), ([prefix, name], hasPrefix) => {
      const key = `${hasPrefix ? `${"a".repeat(prefix)}/` : ""}${"b".repeat(name)}`;
      expect(isAdmitted(key)).toBe(labelKeyProblems(key).length === 0);
    }),
  );
});
