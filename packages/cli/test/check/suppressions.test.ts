import { ManifestError } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { exitStatus, findingsOf } from "../../src/check/findings.ts";
import { fingerprintOf } from "../../src/check/fingerprint.ts";
import { groupFindings } from "../../src/check/finding-groups.ts";
import { parseDocuments } from "../../src/check/parse-documents.ts";
import { renderReport, reportJSON } from "../../src/check/render-report.ts";
import { sarifLog } from "../../src/check/sarif.ts";
import { baselineOf, parseBaseline, parseSuppressions, suppressed } from "../../src/check/suppressions.ts";

/** A cluster-scoped kind and one without a valid label, in a file with lines. */
const text = ["foomachines FooMachine Cluster v1", "barmachines BarMachine Namespaced v2"]
  .map((line) => {
    const [plural = "", kind = "", scope = "", label = ""] = line.split(" ");
    return `kind: CustomResourceDefinition
apiVersion: apiextensions.k8s.io/v1
metadata:
  name: ${plural}.infrastructure.example.com
  labels:
    cluster.x-k8s.io/v1beta2: ${label}
spec:
  group: infrastructure.example.com
  scope: ${scope}
  names: { kind: ${kind}, plural: ${plural}, categories: [cluster-api] }
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {} }
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: { type: object, properties: { providerID: { type: string } } }
            status: { type: object, properties: { ready: { type: boolean } } }
`;
  })
  .join("---\n");
const found = findingsOf([parseDocuments("crds.yaml", text)]);
const musts = found.findings.filter(({ level }) => level === "MUST").map(({ rule }) => rule);
const none = { rules: [], baseline: new Set<string>() };
const entry = (more: object) => JSON.stringify({ suppressions: [{ rule: "AR-003", reason: "For now.", ...more }] });
const rulesLeft = (file: string) =>
  suppressed(found, { ...none, rules: parseSuppressions("s.yaml", file) }).findings.map(({ rule }) => rule);

describe("suppressions", () => {
  test("remove only the findings that they match, and keep the reason", () => {
    expect(musts).toContain("AR-003");
    const left = suppressed(found, { ...none, rules: parseSuppressions("s.yaml", entry({})) });
    expect(left.suppressed.map(({ rule, reason }) => [rule, reason])).toEqual([["AR-003", "For now."]]);
    expect(left.findings).toEqual(found.findings.filter(({ rule }) => rule !== "AR-003"));
    expect(left.unused).toEqual([]);
  });

  test.each([
    [{ object: "CustomResourceDefinition foomachines.infrastructure.example.com", path: "spec.scope" }, true],
    [{ object: "* foomachines.*" }, true],
    [{ path: "spec.*" }, true],
    [{ object: "CustomResourceDefinition foomachines" }, false],
    [{ object: "* barmachines.*" }, false],
    [{ path: "spec.scop" }, false],
    [{ path: "spec?scope" }, false],
    [{ rule: "AR-001" }, false],
  ])("%j", (more, isSuppressed) => {
    expect(rulesLeft(entry(more)).includes("AR-003")).toBe(!isSuppressed);
  });

  test("that match nothing are reported as text and as JSON", () => {
    const left = suppressed(found, { ...none, rules: parseSuppressions("s.yaml", entry({ object: "Role x" })) });
    expect(left.unused).toHaveLength(1);
    expect(renderReport(left)).toContain("suppression AR-003 Role x matches nothing; remove it");
    expect(reportJSON(left, left)).toMatchObject({ unusedSuppressions: [{ rule: "AR-003", object: "Role x" }] });
  });

  test.each([
    ["without a reason", '{"suppressions":[{"rule":"AR-003","reason":" "}]}', "AR-003 needs a reason"],
    ["of a rule that does not exist", '{"suppressions":[{"rule":"AR-999","reason":"x"}]}', "AR-999 is not a rule"],
    ["of no rule", '{"suppressions":[{"reason":"x"}]}', "nothing is not a rule"],
    ["that are not a list", "{}", "must have a list"],
    ["that are not YAML", "a: [", "s.yaml:"],
  ])("%s are rejected", (_what, file, why) => {
    expect(() => parseSuppressions("s.yaml", file)).toThrow(ManifestError);
    expect(() => parseSuppressions("s.yaml", file)).toThrow(why);
  });
});

describe("a baseline", () => {
  test("hides existing findings, so that only new ones are reported and fail the build", () => {
    const baseline = parseBaseline("b.json", baselineOf(found.findings));
    const left = suppressed(found, { ...none, baseline });
    expect(left.findings).toEqual([]);
    expect(exitStatus(left)).toBe(0);
    expect(left.suppressed).toHaveLength(found.findings.length);
    const more = findingsOf([parseDocuments("crds.yaml", text.replace("scope: Namespaced", "scope: Cluster"))]);
    const isNew = suppressed(more, { ...none, baseline });
    expect(isNew.findings.map(({ rule, object }) => [rule, object])).toEqual([
      ["AR-003", "CustomResourceDefinition barmachines.infrastructure.example.com"],
    ]);
    expect(exitStatus(isNew)).toBe(1);
  });

  test("recognizes a finding after its lines and its file have changed", () => {
    const moved = findingsOf([parseDocuments("other.yaml", `# One more line.\n${text}`)]);
    expect(moved.findings.map(fingerprintOf)).toEqual(found.findings.map(fingerprintOf));
    expect(moved.findings.map(({ region }) => region?.line)).not.toEqual(
      found.findings.map(({ region }) => region?.line),
    );
    expect(new Set(found.findings.map(fingerprintOf)).size).toBeGreaterThan(5);
  });

  test("in another format is rejected", () => {
    expect(() => parseBaseline("b.json", "[]")).toThrow("--write-baseline");
  });
});

describe("a SARIF log", () => {
  test("has region, fingerprint, the page of the rule, and the reason of a suppression", () => {
    const left = suppressed(found, { ...none, rules: parseSuppressions("s.yaml", entry({})) });
    const log = sarifLog({ findings: [] }, "1.0.0", left.suppressed);
    const [scope] = left.suppressed;
    const line = text.split("\n").indexOf("  scope: Cluster") + 1;
    expect(log).toMatchObject({
      runs: [
        {
          tool: {
            driver: { rules: [{ id: "AR-003", helpUri: expect.stringMatching(/^https:.*#ar-003$/) as string }] },
          },
          results: [
            {
              ruleId: "AR-003",
              locations: [
                { physicalLocation: { region: { startLine: line, startColumn: 3, endLine: line, endColumn: 8 } } },
              ],
              partialFingerprints: { "capstanFinding/v1": fingerprintOf(scope ?? found.findings[0] ?? never()) },
              suppressions: [{ kind: "external", justification: "For now." }],
            },
          ],
        },
      ],
    });
  });
});

describe("equal findings", () => {
  test("in several places form one group with every place", () => {
    const both = findingsOf([parseDocuments("crds.yaml", text.replace("scope: Namespaced", "scope: Cluster"))]);
    const groups = groupFindings(both.findings).filter(({ rules }) => rules.includes("AR-003"));
    expect(groups.map(({ places }) => places.map(({ object }) => object))).toEqual([
      [
        "CustomResourceDefinition barmachines.infrastructure.example.com",
        "CustomResourceDefinition foomachines.infrastructure.example.com",
      ],
    ]);
  });

  test("in one place from several rules form one group with every rule", () => {
    const finding = found.findings.find(({ rule }) => rule === "AR-003") ?? never();
    const [group] = groupFindings([{ ...finding, rule: "AR-010", level: "SHOULD" }, finding]);
    expect([group?.rules, group?.finding.rule, group?.places.length]).toEqual([["AR-003", "AR-010"], "AR-003", 1]);
  });

  test("are ordered by level", () => {
    const levels = groupFindings(found.findings).map(({ finding }) => finding.level);
    expect(levels).toEqual(
      [...levels].sort((a, b) => ["MUST", "SHOULD", "MAY"].indexOf(a) - ["MUST", "SHOULD", "MAY"].indexOf(b)),
    );
    expect(new Set(levels).size).toBeGreaterThan(1);
  });

  test("show file, line and column in a form that editors link", () => {
    expect(renderReport(found)).toMatch(
      /^ {8}crds\.yaml:9:3 {2}CustomResourceDefinition foomachines\S+ {2}spec\.scope$/m,
    );
  });
});

function never(): never {
  throw new Error("There is no such finding.");
}
