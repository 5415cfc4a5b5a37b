import { describe, expect, test } from "vitest";
import { findingsOf } from "../../src/check/findings.ts";
import { fixesOf } from "../../src/check/fix-files.ts";
import { parseDocuments } from "../../src/check/parse-documents.ts";

/** A CRD with a comment and the given metadata and names. */
function crd(kind: string, { metadata = "", names = "" } = {}): string {
  const plural = `${kind.toLowerCase()}s`;
  const isTemplate = kind.endsWith("Template");
  const spec = isTemplate
    ? "properties: { template: { type: object } }"
    : "properties: { providerID: { type: string } }";
  return `# Written by hand.
kind: CustomResourceDefinition
apiVersion: apiextensions.k8s.io/v1
metadata:
${metadata}  name: ${plural}.infrastructure.example.com
spec:
  group: infrastructure.example.com
  scope: Namespaced
  names:
    kind: ${kind}
    plural: ${plural} # as core computes it
${names}  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          properties:
            spec: { type: object, ${spec} }
            status: { type: object, properties: { initialization: { type: object } } }
`;
}

const label = "cluster.x-k8s.io/v1beta2";
const categories = "    categories:\n    - cluster-api\n";
const labeled = (...lines: string[]) => `  labels:\n${lines.map((line) => `    ${line}\n`).join("")}`;
const whole = { metadata: labeled(`${label}: v1`), names: categories };

/** The content of a file after the fixes. */
function fixed(text: string, rules: readonly string[]): string {
  const input = [parseDocuments("a.yaml", text)];
  const findings = findingsOf(input).findings.filter(({ rule }) => rules.includes(rule));
  const [file] = fixesOf(input, { checked: [], findings });
  expect(file?.fixed ?? []).toEqual(file === undefined ? [] : rules);
  return file?.text ?? text;
}

describe("--fix applies unambiguous fixes and changes nothing else:", () => {
  test.each<[what: string, rules: string[], before: string, after: string]>([
    [
      "a contract label, where the fields say which contract",
      ["AR-006"],
      crd("FooMachine", { names: categories }),
      crd("FooMachine", whole),
    ],
    [
      "one next to other labels, with quotes",
      ["AR-006"],
      crd("FooMachine", { metadata: labeled('"a.example.com/b": c'), names: categories }),
      crd("FooMachine", { metadata: labeled(`${label}: v1`, '"a.example.com/b": c'), names: categories }),
    ],
    [
      "one in brackets",
      ["AR-006"],
      crd("FooMachine", { metadata: "  labels: { a: b }\n", names: categories }),
      crd("FooMachine", { metadata: `  labels: { ${label}: v1, a: b }\n`, names: categories }),
    ],
    [
      "that of a Template, from its kind",
      ["AR-007"],
      `${crd("FooMachine", whole)}---\n${crd("FooMachineTemplate", { names: categories })}`,
      `${crd("FooMachine", whole)}---\n${crd("FooMachineTemplate", whole)}`,
    ],
    [
      "a label that names a version that does not exist",
      ["AR-009"],
      crd("FooMachine", { ...whole, metadata: labeled(`${label}: v0_v1`) }),
      crd("FooMachine", whole),
    ],
    [
      "a label that names nothing else",
      ["AR-009"],
      crd("FooMachine", { ...whole, metadata: labeled(`${label}: v1`, "cluster.x-k8s.io/v1beta1: v0") }),
      crd("FooMachine", whole),
    ],
    ["a category", ["AR-022"], crd("FooMachine", { ...whole, names: "" }), categoryFirst(crd("FooMachine", whole))],
    [
      "a category next to others",
      ["AR-022"],
      crd("FooMachine", { ...whole, names: "    categories:\n    - all\n" }),
      crd("FooMachine", { ...whole, names: "    categories:\n    - cluster-api\n    - all\n" }),
    ],
    [
      "a category in brackets",
      ["AR-022"],
      crd("FooMachine", { ...whole, names: "    categories: [all]\n" }),
      crd("FooMachine", { ...whole, names: "    categories: [cluster-api,all]\n" }),
    ],
  ])("%s", (_what, rules, before, after) => {
    expect(fixed(before, rules)).toBe(after);
    const left = findingsOf([parseDocuments("a.yaml", after)]).findings.map(({ rule }) => rule);
    expect(left.filter((rule) => rules.includes(rule))).toEqual([]);
  });

  test("the provider label, copied from other objects", () => {
    const object = (kind: string, labels: string) => `kind: ${kind}\nmetadata:\n  name: x\n  namespace: foo${labels}\n`;
    const provider = "\n  labels:\n    cluster.x-k8s.io/provider: infrastructure-foo";
    const text = [object("ServiceAccount", provider), object("ClusterRole", ""), object("Deployment", provider)];
    expect(fixed(text.join("---\n"), ["PC-013"])).toBe(
      text
        .join("---\n")
        .replace(
          "kind: ClusterRole\nmetadata:\n",
          "kind: ClusterRole\nmetadata:\n  labels:\n    cluster.x-k8s.io/provider: infrastructure-foo\n",
        ),
    );
  });

  test("no contract label if the fields do not determine the contract", () => {
    const text = crd("FooMachine", { names: categories }).replace("initialization", "ready");
    expect(fixed(text, ["AR-006"])).toBe(text);
  });

  test("no fixes in JSON or on standard input", () => {
    const input = ["a.json", "-"].map((path) => parseDocuments(path, crd("FooMachine")));
    expect(fixesOf(input, findingsOf(input))).toEqual([]);
  });
});

/** Inserts new keys before the existing ones of a mapping. */
function categoryFirst(text: string): string {
  return text.replace(categories, "").replace("  names:\n", `  names:\n${categories}`);
}
