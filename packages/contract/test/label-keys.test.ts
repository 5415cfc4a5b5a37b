import { labelKeyProblems } from "@capstan/kube";
import fc from "fast-check";
import { expect, test } from "vitest";
import { labelKey } from "../src/api/admission/label-rules.ts";

/** What the rule in CEL asks of a key, as JavaScript has it. */
function isAdmitted(key: string): boolean {
  const [, pattern, prefix] = /matches\(r'(.*)'\) && self\.indexOf\('\/'\) <= (\d+)$/.exec(labelKey.rule) ?? [];
  if (pattern === undefined) throw new Error(`The rule has another form: ${labelKey.rule}`);
  return new RegExp(pattern).test(key) && key.indexOf("/") <= Number(prefix);
}

const characters = fc.constantFrom("a", "z", "0", "A", "Z", "-", ".", "_", "/", " ", "é");
const lengths = fc.tuple(fc.constantFrom(0, 1, 252, 253, 254), fc.constantFrom(0, 1, 62, 63, 64));

test("keys of labels are admitted by the rule of the core's CRDs as by an API server", () => {
  fc.assert(
    fc.property(
      fc.array(characters, { maxLength: 12 }).map((parts) => parts.join("")),
      (key) => {
        expect(isAdmitted(key)).toBe(labelKeyProblems(key).length === 0);
      },
    ),
    { numRuns: 5_000 },
  );
});

test("prefixes and names that are too long are refused by both", () => {
  fc.assert(
    fc.property(lengths, fc.boolean(), ([prefix, name], hasPrefix) => {
      const key = `${hasPrefix ? `${"a".repeat(prefix)}/` : ""}${"b".repeat(name)}`;
      expect(isAdmitted(key)).toBe(labelKeyProblems(key).length === 0);
    }),
  );
});
