import { coreCRDs, type CustomResourceDefinition } from "@capstan/contract";
import { goPattern, isJsonObject } from "@capstan/kube";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { type GoComponents, upstreamCRDs } from "@capstan/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const hasAssets = (process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "") !== "";
const components: readonly GoComponents[] = ["core", "bootstrap", "controlplane"];
const crds: readonly CustomResourceDefinition[] = [
  ...coreCRDs,
  ...[KubeadmConfig, MockCluster, MockMachine].flatMap((definition) => definition.crds),
  ...(hasAssets ? components.flatMap((name) => upstreamCRDs(name)) : []),
];

function patternsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(patternsIn);
  if (!isJsonObject(value)) return [];
  const own = typeof value.pattern === "string" ? [value.pattern] : [];
  return [...own, ...Object.values(value).flatMap(patternsIn)];
}

const patterns = [...new Set(patternsIn(crds))];

/** Matching strings, matching strings with a foreign part, and arbitrary strings. */
function stringsFor(form: RegExp): fc.Arbitrary<string> {
  const matching = fc.stringMatching(form);
  const changed = fc
    .tuple(matching, fc.nat(40), fc.string({ unit: "grapheme", maxLength: 2 }))
    .map(([text, at, other]) => {
      return text.slice(0, at) + other + text.slice(at);
    });
  return fc.oneof(matching, changed, fc.string(), fc.constantFrom("", "\n", "a\n", "-", "a".repeat(300)));
}

describe("patterns of CRDs have the same meaning in RE2 and in JavaScript", () => {
  test("with at least one pattern", () => {
    expect(patterns.length).toBeGreaterThanOrEqual(8);
  });

  test.each(patterns)("%s", (pattern) => {
    const form = new RegExp(pattern, "u");
    const verdicts = { true: 0, false: 0 };
    fc.assert(
      fc.property(stringsFor(form), (text) => {
        const verdict = form.test(text);
        verdicts[`${verdict}`] += 1;
        expect(goPattern(pattern)?.test(text)).toBe(verdict);
      }),
      { numRuns: 300, seed: 20_261_122 },
    );
    expect(verdicts.true).toBeGreaterThan(0);
    expect(verdicts.false).toBeGreaterThan(0);
  });
});
