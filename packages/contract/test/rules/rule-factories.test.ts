import { type Rule, rule } from "../../src/checks/rule/rule.ts";
import { describe, expect, test } from "vitest";
import { labelOf, stringsAt } from "../../src/checks/rule/json.ts";
import { crdRule, replacedRule, servedVersionRule, versionRule } from "../../src/checks/crds/crd-rule.ts";
import { type CRDSubject } from "../../src/checks/crds/crd-subject.ts";
import { crdSubjects } from "../../src/checks/crds/read-crds.ts";

const fault = { path: "a", expected: "b" };

/** A kind with the versions v1, which is served, and v2, which is not; the labels determine core's selection. */
function subject(kind: string, labels: Readonly<Record<string, string>> = {}): CRDSubject {
  const document = {
    kind: "CustomResourceDefinition",
    metadata: {
      name: "any",
      labels: Object.fromEntries(Object.entries(labels).map(([key, value]) => [`cluster.x-k8s.io/${key}`, value])),
    },
    spec: {
      group: "infrastructure.example.com",
      names: { kind },
      versions: [
        { name: "v1", served: true },
        { name: "v2", served: false },
      ],
    },
  };
  const [found] = crdSubjects([document]);
  if (found === undefined) throw new Error(`${kind} has no role`);
  return found;
}

const pathsOf = (checked: Rule<CRDSubject>, crd: CRDSubject): string[] => checked.check(crd).map(({ path }) => path);
const [ofFirst, ofSecond] = [0, 1].map((index) => `spec.versions[${String(index)}].schema.openAPIV3Schema.a`);

describe("a rule", () => {
  test("adds its id, its level and the object to its findings", () => {
    const checked = rule("AR-018", () => [fault, { ...fault, level: "MAY", object: "other" }]);
    expect([checked.id, checked.level]).toEqual(["AR-018", "SHOULD"]);
    expect(checked.check({ label: "it" })).toMatchObject([
      { ...fault, rule: "AR-018", level: "SHOULD", object: "it" },
      { ...fault, rule: "AR-018", level: "MAY", object: "other" },
    ]);
    expect(rule("AR-018", () => []).check({ label: "it" })).toEqual([]);
  });

  test("for CRDs checks the kinds to which it applies", () => {
    const ofMachines = crdRule("IM-001", () => [fault]);
    expect(pathsOf(ofMachines, subject("FooMachine"))).toEqual(["a"]);
    expect(pathsOf(ofMachines, subject("FooCluster"))).toEqual([]);
    expect(pathsOf(ofMachines, subject("FooMachineTemplate"))).toEqual([]);
  });

  test("for served versions checks each of these, and no other", () => {
    expect(
      pathsOf(
        servedVersionRule("IM-001", () => [fault]),
        subject("FooMachine"),
      ),
    ).toEqual([ofFirst]);
    expect(
      pathsOf(
        servedVersionRule("IM-001", (_version, { kind }) => (kind === "" ? [fault] : [])),
        subject("FooMachine"),
      ),
    ).toEqual([]);
  });

  test("for a version names the whole schema if the fault has no path", () => {
    const whole = servedVersionRule("IM-001", () => [{ ...fault, path: "" }]);
    expect(pathsOf(whole, subject("FooMachine"))).toEqual(["spec.versions[0].schema.openAPIV3Schema"]);
  });
});

describe("a rule for the versions that core selects", () => {
  const ofBoth = versionRule("IM-002", ({ contracts }) => [{ ...fault, actual: contracts }]);
  const ofNewest = versionRule("IM-014", () => [fault]);
  const ofOldest = versionRule("IM-013", () => [fault]);

  test("checks versions of any contract, or of its own only", () => {
    const old = subject("FooMachine", { v1beta1: "v1" });
    const current = subject("FooMachine", { v1beta2: "v2" });
    expect([ofBoth, ofNewest, ofOldest].map((each) => pathsOf(each, old))).toEqual([[ofFirst], [], [ofFirst]]);
    expect([ofBoth, ofNewest, ofOldest].map((each) => pathsOf(each, current))).toEqual([[ofSecond], [ofSecond], []]);
    expect(pathsOf(ofBoth, subject("FooMachine"))).toEqual([]);
    expect(pathsOf(ofBoth, subject("FooMachine", { v1beta2: "v3" }))).toEqual([]);
  });

  test("checks a version of both contracts once, with the newest first", () => {
    const both = subject("FooMachine", { v1beta1: "v1", v1beta2: "v1" });
    expect(ofBoth.check(both).map(({ path, actual }) => [path, actual])).toEqual([[ofFirst, ["v1beta2", "v1beta1"]]]);
    expect([ofNewest, ofOldest].map((each) => pathsOf(each, both))).toEqual([[ofFirst], [ofFirst]]);
  });

  test("skips versions of a newer contract that replaces it", () => {
    const replaced = replacedRule("IC-006", () => [fault]);
    expect(pathsOf(replaced, subject("FooCluster", { v1beta1: "v1" }))).toEqual([ofFirst]);
    expect(pathsOf(replaced, subject("FooCluster", { v1beta2: "v1" }))).toEqual([]);
    expect(pathsOf(replaced, subject("FooCluster", { v1beta1: "v1", v1beta2: "v1" }))).toEqual([]);
    expect(pathsOf(replaced, subject("FooCluster", { v1beta1: "v1", v1beta2: "v2" }))).toEqual([ofFirst]);
  });
});

describe("a helper of rules", () => {
  test("reads only the strings of a list", () => {
    expect(stringsAt({ args: ["a", 1, null, "b", {}] }, "args")).toEqual(["a", "b"]);
    expect(stringsAt({ args: "a" }, "args")).toEqual([]);
  });

  test("names a document by kind and name if they are set", () => {
    expect(labelOf({ kind: "Role", metadata: { name: "a" } })).toBe("Role a");
    expect(labelOf({ metadata: { name: "a" } })).toBe("object a");
    expect(labelOf({ kind: "Role" })).toBe("Role without name");
  });
});
