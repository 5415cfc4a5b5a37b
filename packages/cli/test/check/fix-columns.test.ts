import { contractVersions } from "@capstan/contract";
import { deepCopy, parseManifests } from "@capstan/kube";
import {
  defineBootstrapConfig,
  defineControlPlane,
  defineInfraCluster,
  defineInfraMachine,
  defineInfraMachinePool,
  Type,
} from "@capstan/provider";
import { dump } from "js-yaml";
import { describe, expect, test } from "vitest";
import { findingsOf } from "../../src/check/findings.ts";
import { fixesOf } from "../../src/check/fix-files.ts";
import { parseDocuments } from "../../src/check/parse-documents.ts";

/** The definitions of all roles, each with one version for a contract. */
const definitions = contractVersions.flatMap((contract) => {
  const versions = { v1: { contract, spec: Type.Object({ size: Type.String() }) } };
  return [
    defineBootstrapConfig({ kind: "FooConfig", group: "bootstrap.example.com", versions }),
    defineInfraMachine({ kind: "FooMachine", group: "infrastructure.example.com", versions }),
    defineInfraMachinePool({ kind: "FooMachinePool", group: "infrastructure.example.com", versions }),
    defineInfraCluster({ kind: "FooCluster", group: "infrastructure.example.com", versions }),
    defineControlPlane({ kind: "FooControlPlane", group: "controlplane.example.com", versions }),
    defineControlPlane({ kind: "FooControlPlane", group: "controlplane.example.com", versions, replicas: true }),
  ].map((definition) => ({ definition, contract }));
});

/** The content of a file after the columns were added. */
function fixed(text: string, path = "a.yaml"): string {
  const input = [parseDocuments(path, text)];
  const [file] = fixesOf(input, { checked: findingsOf(input).checked, findings: [] });
  expect(file?.fixed ?? ["printer columns"]).toEqual(["printer columns"]);
  return file?.text ?? text;
}

/** A CRD of a machine with two fields of the contract. */
function crd({ labels = "{ cluster.x-k8s.io/v1beta2: v1 }", version = "" } = {}): string {
  return `kind: CustomResourceDefinition
apiVersion: apiextensions.k8s.io/v1
metadata:
  name: foomachines.infrastructure.example.com
  labels: ${labels}
spec:
  group: infrastructure.example.com
  scope: Namespaced
  names: { kind: FooMachine, plural: foomachines }
  versions:
    # The first one.
    - name: v1
${version}      served: true
      storage: true
      schema:
        openAPIV3Schema:
          properties:
            spec: { type: object, properties: { providerID: { type: string } } }
            status: { type: object, properties: { conditions: { type: array } } }
`;
}

describe("--fix adds missing printer columns and changes nothing else:", () => {
  test.each(definitions)("for $definition.kind of $contract, those of its definition", ({ definition }) => {
    const bare = deepCopy(definition.crds);
    for (const { spec } of bare) for (const version of spec.versions) delete version.additionalPrinterColumns;

    const text = fixed(bare.map((each) => dump(each)).join("---\n"));

    expect(parseManifests("a.yaml", text)).toEqual(definition.crds);
  });

  test("for fields in the schema only, as lines of the version, keeping comments", () => {
    const columns = `      additionalPrinterColumns:
      - name: Cluster
        type: string
        jsonPath: .metadata.labels['cluster\\.x-k8s\\.io/cluster-name']
      - name: ProviderID
        type: string
        jsonPath: .spec.providerID
      - name: Ready
        type: string
        jsonPath: .status.conditions[?(@.type=="Ready")].status
      - name: Reason
        type: string
        jsonPath: .status.conditions[?(@.type=="Ready")].reason
        priority: 1
      - name: Age
        type: date
        jsonPath: .metadata.creationTimestamp
`;
    expect(fixed(crd())).toBe(crd({ version: columns }));
    expect(fixed(crd({ version: columns }))).toBe(crd({ version: columns }));
  });

  test.each<[what: string, text: string]>([
    [
      "a version that has some",
      crd({ version: "      additionalPrinterColumns: [{ name: A, type: date, jsonPath: .a }]\n" }),
    ],
    ["a version whose author wants none", crd({ version: "      additionalPrinterColumns: []\n" })],
    ["a kind whose contract no label says", crd({ labels: "{}" })],
    ["a version that is not served", crd().replace("served: true", "served: false")],
    [
      "a version between brackets",
      crd().replace(/versions:[^]*/, "versions: [{ name: v1, served: true, storage: true }]\n"),
    ],
    ["a Template", crd().replaceAll("FooMachine", "FooMachineTemplate")],
  ])("%s is unchanged", (_what, text) => {
    expect(fixed(text)).toBe(text);
  });

  test("JSON is unchanged", () => {
    const json = JSON.stringify(parseManifests("a.yaml", crd()));
    expect(fixed(json, "a.json")).toBe(json);
  });
});
