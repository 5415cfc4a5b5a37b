import { ManifestError, writeYaml } from "@capstan/kube";
import { componentsOf, metadataOf, releasedProvider } from "@capstan/provider/release";
import { describe, expect, test } from "vitest";
import { atLevel, exitStatus, findingsOf } from "../../src/check/findings.ts";
import { parseDocuments, readDocuments } from "../../src/check/parse-documents.ts";
import { renderReport, reportJSON } from "../../src/check/render-report.ts";
import { sarifLog } from "../../src/check/sarif.ts";
import { FooCluster, FooMachine } from "../generate/foo-provider.ts";

const [machine, machineTemplate] = FooMachine.crds;
const correct = [...FooMachine.crds, ...FooCluster.crds];
const clusterScoped = { ...machine, spec: { ...machine?.spec, scope: "Cluster" } };

describe("parsed input", () => {
  test("reports a broken document with file and line", () => {
    expect(() => parseDocuments("crds/foo.yaml", "a: 1\nb: [1\nc: 2\n")).toThrow(ManifestError);
    expect(() => parseDocuments("crds/foo.yaml", "a: 1\nb: [1\nc: 2\n")).toThrow(/^crds\/foo\.yaml:[23]: /);
  });

  test("has the items of a List separately, and no empty documents", () => {
    const list = JSON.stringify({ apiVersion: "v1", kind: "List", items: correct });
    expect(parseDocuments("list.json", list).documents).toHaveLength(4);
    expect(parseDocuments("-", "---\n---\nkind: A\n---\n").documents).toEqual([{ kind: "A" }]);
  });
});

describe("files that clusterctl reads", () => {
  const template = "kind: VM\nmetadata: { name: x, namespace: default }\nspec:\n  keys: [${VM_SSH_KEYS}]\n";

  test("a variable in a list is substituted before the YAML is parsed", () => {
    const file = readDocuments("a/cluster-template.yaml", template);
    expect(file.unreadable).toBeUndefined();
    expect(file.documents).toMatchObject([{ spec: { keys: ["${VM_SSH_KEYS}"] } }]);
  });

  test("CT-024: an unreadable file is a finding with its line, next to the findings of other files", () => {
    const found = findingsOf([
      readDocuments("a/cluster-template.yaml", "kind: A\nspec: ${X-1}\n"),
      readDocuments("a/cluster-template-vm.yaml", template),
      { path: "crds.yaml", documents: [clusterScoped, ...correct.slice(1)] },
    ]);
    const [unreadable] = found.findings.filter(({ rule }) => rule === "CT-024");
    expect(unreadable).toMatchObject({ file: "a/cluster-template.yaml", level: "MUST", region: { line: 2 } });
    expect(renderReport(found)).toContain("a/cluster-template.yaml:2:1");
    const others = found.findings.filter(({ level }) => level !== "MAY").map(({ rule, level }) => `${rule} ${level}`);
    expect(others).toEqual(expect.arrayContaining(["CT-010 SHOULD", "AR-003 MUST"]));
    expect(exitStatus(found)).toBe(1);
  });

  test("an unreadable metadata.yaml leaves the findings of its release", () => {
    const found = findingsOf([
      readDocuments("a/metadata.yaml", "a: ]\n"),
      readDocuments("a/templates.yaml", "kind: Cluster\nmetadata: { name: x }\n"),
    ]);
    expect(found.findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining(["CT-009", "CT-024"]));
    expect(found.findings.map(({ rule }) => rule)).not.toContain("CT-005");
  });

  test("findings after a substituted variable have their places in the file", () => {
    const text = "a: ${A:=a long default}\n---\n" + JSON.stringify(clusterScoped);
    const found = findingsOf([readDocuments("crds.yaml", text)]);
    const region = found.findings.find(({ rule }) => rule === "AR-003")?.region;
    expect(region).toMatchObject({ line: 3, column: JSON.stringify(clusterScoped).indexOf('"scope"') + 2 });
  });

  test("an extension or an addon without CRDs breaks no MUST", () => {
    for (const provider of ["runtime-extension-foo", "addon-foo"]) {
      const components = componentsOf(releasedProvider([FooMachine], {}), "registry.example.com/foo:v0.1.0");
      const relabeled = JSON.stringify(components.filter(({ kind }) => kind !== "CustomResourceDefinition"));
      const documents = JSON.parse(relabeled.replaceAll("infrastructure-foo", provider)) as unknown[];
      const found = findingsOf([{ path: `${provider}.yaml`, documents }]);
      expect(found.findings.filter(({ level }) => level === "MUST")).toEqual([]);
    }
  });
});

describe("the findings", () => {
  test("for a CRD whose versions share parts by merge keys are empty", () => {
    const [version] = machine?.spec.versions ?? [];
    const merged = { ...machine, spec: { ...machine?.spec, versions: [{ "<<": "shared" }] } };
    const lines = writeYaml(merged, { lineWidth: -1, noRefs: true }).replace(/['"]?<<['"]?: shared/, "<<: *shared");
    const text = `x-shared: &shared ${JSON.stringify(version)}\n${lines}`;
    const { findings } = findingsOf([
      parseDocuments("crd.yaml", text),
      { path: "template.yaml", documents: [machineTemplate] },
    ]);
    expect(text).toContain("- <<: *shared");
    expect(findings).toEqual([]);
  });

  test("for CRDs in several files consider all of them, and are empty for correct ones", () => {
    const found = findingsOf(correct.map((crd, index) => ({ path: `${index}.yaml`, documents: [crd] })));
    expect(found.findings).toEqual([]);
    expect(found.checked.map(({ file, role }) => `${file} ${role}`)).toContain("1.yaml InfraMachineTemplate");
    expect(exitStatus(found)).toBe(0);
  });

  test("name the file of a broken MUST, which results in exit status 1", () => {
    const found = findingsOf([
      { path: "a.yaml", documents: [clusterScoped] },
      { path: "b.yaml", documents: [machineTemplate] },
    ]);
    expect(found.findings).toMatchObject([
      { file: "a.yaml", object: "CustomResourceDefinition foomachines.foo.example.com", rule: "AR-003", level: "MUST" },
    ]);
    expect(exitStatus(found)).toBe(1);
  });

  test("count a CRD once if it has its own file and is in the components file", () => {
    const components = componentsOf(releasedProvider([FooMachine, FooCluster], {}), "registry.example.com/foo:v0.1.0");
    const crds = correct.map((crd) => ({ path: `crds/${crd.metadata.name}.yaml`, documents: [crd] }));
    const found = findingsOf([...crds, { path: "infrastructure-components.yaml", documents: components }]);
    expect(found.checked).toHaveLength(4);

    const broken = [...components, clusterScoped].filter((object) => object !== components[1]);
    const both = findingsOf([
      { path: "crds/a.yaml", documents: [clusterScoped, ...correct.slice(1)] },
      { path: "infrastructure-components.yaml", documents: broken },
    ]);
    expect(both.findings.filter(({ rule }) => rule === "AR-003")).toHaveLength(1);
  });

  test("for a correct release outside a repository are empty", () => {
    const components = componentsOf(releasedProvider([FooMachine, FooCluster], {}), "registry.example.com/foo:v0.1.0");
    const found = findingsOf([
      { path: "some/release/infrastructure-components.yaml", documents: components },
      { path: "some/release/metadata.yaml", documents: [metadataOf("v0.1.0", "v1beta2")] },
    ]);
    expect(atLevel(found, "SHOULD").findings).toEqual([]);
  });

  test("without contract kinds result in exit status 2", () => {
    expect(exitStatus(findingsOf([{ path: "a.yaml", documents: [{ kind: "ConfigMap" }] }]))).toBe(2);
    const role = { roles: { FooMachine: "none", "FooMachineTemplate.foo.example.com": "none" } } as const;
    expect(exitStatus(findingsOf([{ path: "a.yaml", documents: FooMachine.crds }], role))).toBe(2);
  });

  test("are limited to rules of the requested level", () => {
    const found = findingsOf([{ path: "a.yaml", documents: [machineTemplate] }]);
    expect(found.findings.map(({ level, rule }) => `${level} ${rule}`)).toEqual(["SHOULD BT-002"]);
    expect(atLevel(found, "MUST").findings).toEqual([]);
  });
});

describe("a report", () => {
  const found = findingsOf([{ path: "a.yaml", documents: [clusterScoped, machineTemplate] }]);

  test("as text lists each rule with the expected value and source, and each location with the actual value", () => {
    expect(renderReport(found)).toBe(`MUST    AR-003  Namespaced scope
        expected  Namespaced
        source    contracts/bootstrap-config.md: All resources: scope
        a.yaml  CustomResourceDefinition foomachines.foo.example.com  spec.scope
          actual  Cluster

Checked 2 contract kinds:
  foomachines.foo.example.com  InfraMachine, contract v1beta2, version v1alpha1
  foomachinetemplates.foo.example.com  InfraMachineTemplate, contract v1beta2, version v1alpha1
Findings: 1 MUST, 0 SHOULD, 0 MAY`);
  });

  test("as JSON and as SARIF has the same findings", () => {
    expect(reportJSON(found)).toMatchObject({
      findings: [{ rule: "AR-003" }],
      summary: { must: 1, should: 0, may: 0 },
    });
    expect(sarifLog(found, "1.0.0")).toMatchObject({
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { rules: [{ id: "AR-003", defaultConfiguration: { level: "error" } }] } },
          results: [
            {
              ruleId: "AR-003",
              level: "error",
              locations: [{ physicalLocation: { artifactLocation: { uri: "a.yaml" } } }],
            },
          ],
        },
      ],
    });
  });
});
