import { describe, expect, test } from "vitest";
import { FilePlaces } from "../../src/check/file-places.ts";
import { findingsOf } from "../../src/check/findings.ts";
import { parseDocuments } from "../../src/check/parse-documents.ts";
import { stepsOf, withVersionNames } from "../../src/check/path-steps.ts";

const text = `# A file with more than one object.
apiVersion: v1
kind: ServiceAccount
metadata:
  name: manager
---
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: manager
  labels: { a.example.com/b: "c" }
rules:
- apiGroups: [""]
  resources: [secrets]
  verbs:
    - get
    - "*"
- apiGroups: [foo.example.com]
  resources: [foomachines, foomachines/status]
  verbs: [get]
---
kind: Deployment
metadata: { name: manager }
`;
const places = new FilePlaces(parseDocuments("a.yaml", text));

/** The line and the words at the location of a finding. */
function pointedAt(object: string, path: string): string {
  const region = places.regionOf(object, path);
  if (region === undefined) return "nowhere";
  const { line, column, endLine, endColumn } = region;
  expect(endLine).toBe(line);
  return `${line}: ${text.split("\n")[line - 1]?.slice(column - 1, endColumn - 1) ?? ""}`;
}

describe("a finding points to", () => {
  test.each([
    ["a key", "ServiceAccount manager", "metadata.name", "5: name"],
    [
      "a key between brackets and quotes",
      "ClusterRole manager",
      "metadata.labels['a.example.com/b']",
      "12: a.example.com/b",
    ],
    ["an item", "ClusterRole manager", "rules[1]", "19: a"],
    ["a scalar item", "ClusterRole manager", "rules[0].verbs[1]", '18: "*"'.replaceAll('"', "")],
    [
      "what is missing: the place that it is missing from",
      "ClusterRole manager",
      "metadata.annotations.x",
      "10: metadata",
    ],
    ["the object as a whole", "Deployment manager", "", "23: k"],
    [
      "a right that is missing: the rule about the resource",
      "roles of the manager",
      "foomachines.foo.example.com",
      "21: verbs",
    ],
    ["one of a subresource", "roles of the manager", "foomachines/status.foo.example.com", "21: verbs"],
    [
      "one of a resource without rule: the first role",
      "roles of the manager",
      "leases.coordination.k8s.io",
      "13: rules",
    ],
    ["objects that there are too many of: the first", "components", "Deployment", "23: k"],
    ["what is missing from the file: its beginning", "components", "Namespace", "2: a"],
  ])("%s", (_what, object, path, expected) => {
    expect(pointedAt(object, path)).toBe(expected);
  });

  test("of two objects with one name, the one with the path", () => {
    const twice = parseDocuments(
      "b.yaml",
      "kind: A\nmetadata: {name: x}\n---\nkind: A\nmetadata: {name: x}\nspec: {b: 1}\n",
    );
    expect(new FilePlaces(twice).regionOf("A x", "spec.b")).toMatchObject({ line: 6, column: 8 });
  });

  test("the items of a List, in YAML and in JSON", () => {
    const list = {
      kind: "List",
      items: [
        { kind: "A", metadata: { name: "x" } },
        { kind: "B", metadata: { name: "y" } },
      ],
    };
    const json = new FilePlaces(parseDocuments("c.json", JSON.stringify(list, undefined, 2)));
    expect(json.regionOf("B y", "metadata.name")).toMatchObject({ line: 13, column: 10 });
    const yaml = new FilePlaces(parseDocuments("c.yaml", "kind: List\nitems:\n  - kind: A\n    metadata: {name: x}\n"));
    expect(yaml.regionOf("A x", "kind")).toEqual({ line: 3, column: 5, endLine: 3, endColumn: 9 });
  });

  test("no line if the object has no file", () => {
    expect(
      new FilePlaces({ path: "https://server", documents: [{ kind: "A", metadata: { name: "x" } }] }).regionOf(
        "A x",
        "kind",
      ),
    ).toBeUndefined();
  });
});

describe("paths", () => {
  test("may contain keys, quoted keys and indexes", () => {
    expect(stepsOf("spec.versions[0].schema")).toEqual(["spec", "versions", "0", "schema"]);
    expect(stepsOf("metadata.labels['cluster.x-k8s.io/v1beta2']")).toEqual([
      "metadata",
      "labels",
      "cluster.x-k8s.io/v1beta2",
    ]);
    expect(stepsOf("")).toEqual([]);
  });

  test("contain version names where versions have names", () => {
    const crd = { spec: { versions: [{ name: "v1alpha1" }, { name: "v1beta1" }, {}] } };
    expect(withVersionNames("spec.versions[1].schema.x[0]", crd)).toBe("spec.versions[v1beta1].schema.x[0]");
    expect(withVersionNames("spec.versions[2].served", crd)).toBe("spec.versions[2].served");
    expect(withVersionNames("rules[1].verbs", crd)).toBe("rules[1].verbs");
  });
});

test("a finding has the line in its file, and the name of its version", () => {
  const crd = `kind: CustomResourceDefinition
metadata:
  name: foomachines.infrastructure.example.com
  labels:
    cluster.x-k8s.io/v1beta2: v1_v2
spec:
  group: infrastructure.example.com
  names: {kind: FooMachine, plural: foomachines}
  scope: Namespaced
  versions:
  - name: v1
    served: false
    storage: true
`;
  const { findings } = findingsOf([parseDocuments("crds/foo.yaml", crd)]);
  const of = (id: string) => findings.filter(({ rule }) => rule === id).map(({ path, region }) => [path, region?.line]);
  expect(of("AR-009")).toEqual([["metadata.labels['cluster.x-k8s.io/v1beta2']", 5]]);
  expect(of("AR-010")).toEqual([["spec.versions[v1].served", 12]]);
});
