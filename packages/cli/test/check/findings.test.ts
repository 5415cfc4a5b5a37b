import { ManifestError, writeYaml } from "@capstan/kube";
import { componentsOf, metadataOf, releasedProvider } from "@capstan/provider/release";
import { describe, expect, test } from "vitest";
import { atLevel, exitStatus, findingsOf } from "../../src/check/findings.ts";
import { parseDocuments } from "../../src/check/parse-documents.ts";
import { renderReport, reportJSON } from "../../src/check/render-report.ts";
import { sarifLog } from "../../src/check/sarif.ts";
import { FooCluster, FooMachine } from "../generate/foo-provider.ts";

const [machine, machineTemplate] = FooMachine.crds;
const correct = [...FooMachine.crds, ...FooCluster.crds];
const clusterScoped = { ...machine, spec: { ...machine?.spec, scope: "Cluster" } };

describe("reading input", () => {
  test("a broken document is reported with file and line", () => {
    expect(() => parseDocuments("crds/foo.yaml", "a: 1\nb: [1\nc: 2\n")).toThrow(ManifestError);
    expect(() => parseDocuments("crds/foo.yaml", "a: 1\nb: [1\nc: 2\n")).toThrow(/^crds\/foo\.yaml:[23]: /);
  });

  test("the items of a List count one by one, and empty documents not at all", () => {
    const list = JSON.stringify({ apiVersion: "v1", kind: "List", items: correct });
    expect(parseDocuments("list.json", list).documents).toHaveLength(4);
    expect(parseDocuments("-", "---\n---\nkind: A\n---\n").documents).toEqual([{ kind: "A" }]);
  });
});

describe("what is found", () => {
  test("nothing in a CRD whose versions share parts by merge keys", () => {
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

  test("CRDs in several files are checked together, and nothing is found in correct ones", () => {
    const found = findingsOf(correct.map((crd, index) => ({ path: `${index}.yaml`, documents: [crd] })));
    expect(found.findings).toEqual([]);
    expect(found.checked.map(({ file, role }) => `${file} ${role}`)).toContain("1.yaml InfraMachineTemplate");
    expect(exitStatus(found)).toBe(0);
  });

  test("a broken MUST is found in its file, and ends with status 1", () => {
    const found = findingsOf([
      { path: "a.yaml", documents: [clusterScoped] },
      { path: "b.yaml", documents: [machineTemplate] },
    ]);
    expect(found.findings).toMatchObject([
      { file: "a.yaml", object: "CustomResourceDefinition foomachines.foo.example.com", rule: "AR-003", level: "MUST" },
    ]);
    expect(exitStatus(found)).toBe(1);
  });

  test("a CRD in a file of its own and in the components file counts once", () => {
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

  test("a release that has not been put into a repository yet breaks no rule", () => {
    const components = componentsOf(releasedProvider([FooMachine, FooCluster], {}), "registry.example.com/foo:v0.1.0");
    const found = findingsOf([
      { path: "some/release/infrastructure-components.yaml", documents: components },
      { path: "some/release/metadata.yaml", documents: [metadataOf("v0.1.0", "v1beta2")] },
    ]);
    expect(atLevel(found, "SHOULD").findings).toEqual([]);
  });

  test("kinds that mean nothing to core are nothing to check: status 2", () => {
    expect(exitStatus(findingsOf([{ path: "a.yaml", documents: [{ kind: "ConfigMap" }] }]))).toBe(2);
    const role = { roles: { FooMachine: "none", "FooMachineTemplate.foo.example.com": "none" } } as const;
    expect(exitStatus(findingsOf([{ path: "a.yaml", documents: FooMachine.crds }], role))).toBe(2);
  });

  test("only rules of the wanted level are shown", () => {
    const found = findingsOf([{ path: "a.yaml", documents: [machineTemplate] }]);
    expect(found.findings.map(({ level, rule }) => `${level} ${rule}`)).toEqual(["SHOULD BT-002"]);
    expect(atLevel(found, "MUST").findings).toEqual([]);
  });
});

describe("how it is reported", () => {
  const found = findingsOf([{ path: "a.yaml", documents: [clusterScoped, machineTemplate] }]);

  test("to people: by rule, with what was expected, the source, and each place with what was found there", () => {
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

  test("to programs: as JSON and as SARIF", () => {
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
