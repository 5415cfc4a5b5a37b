import { bootstrapCRDs } from "./upstream.ts";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { compareInstalled, type CustomResourceDefinition } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { type DefinedRole, definitions, installedWith } from "./definitions.ts";
import { faults } from "./faults.ts";

const roles: readonly DefinedRole[] = [
  "BootstrapConfig",
  "InfraMachine",
  "InfraCluster",
  "InfraMachinePool",
  "ControlPlane",
];

describe("CRDs with one fault", () => {
  test.each(faults.map((fault) => [`${fault.role}: ${fault.name} (${fault.rule})`, fault] as const))(
    "%s",
    (_, fault) => {
      const { role, contract = "v1beta2", template = false, rule, level = "MUST", path } = fault;
      const definition = definitions[contract][role];
      const findings = compareInstalled(definition, installedWith(fault));
      const name = definition.crds[Number(template)]?.metadata.name ?? "";
      const expected = { rule, level, path, object: `CustomResourceDefinition ${name}` };
      expect(findings).toContainEqual(expect.objectContaining(expected));
      const [found] = findings.filter((finding) => finding.rule === rule && finding.path === path);
      expect(found?.expected).toMatch(/./);
      expect(found?.source).toMatch(rule === "schema" ? /^schema of Foo/ : /\.(md|go)/);
      expect(found?.remedy).toMatch(path.startsWith("status.conditions") ? /another name/ : /--install.*kubectl apply/);
      if (level === "SHOULD") expect(findings.filter((finding) => finding.level === "MUST")).toEqual([]);
    },
  );
});

describe("CRDs without a fault", () => {
  test.each(roles.flatMap((role) => [[role, "v1beta1"] as const, [role, "v1beta2"] as const]))(
    "%s under %s: those of the definition",
    (role, contract) => {
      const definition = definitions[contract][role];
      expect(compareInstalled(definition, definition.crds)).toEqual([]);
    },
  );

  test("may have more than the definition", () => {
    const definition = definitions.v1beta2.InfraMachine;
    expect(compareInstalled(definition, definition.crds.map(withMore))).toEqual([]);
  });

  test("that are unreadable are not compared", () => {
    expect(compareInstalled(definitions.v1beta2.InfraMachine, ["unread", "unread"])).toEqual([]);
  });

  test.runIf(bootstrapCRDs !== undefined)("include upstream's KubeadmConfig, for Capstan's definition of it", () => {
    const installed = KubeadmConfig.crds.map(({ metadata: { name } }) =>
      bootstrapCRDs?.find(({ metadata }) => metadata.name === name),
    );
    expect(installed).not.toContain(undefined);
    expect(compareInstalled(KubeadmConfig, installed).filter(({ level }) => level === "MUST")).toEqual([]);
  });
});

/** An additional version, field, label, name, column, value and default. */
function withMore(crd: CustomResourceDefinition): CustomResourceDefinition {
  const copy = structuredClone(crd);
  copy.metadata.labels = { ...copy.metadata.labels, "cluster.x-k8s.io/provider": "infrastructure-foo" };
  copy.spec.names.shortNames = ["foo"];
  for (const version of copy.spec.versions) {
    const { properties } = version.schema.openAPIV3Schema;
    const spec = properties?.spec?.properties?.template?.properties?.spec ?? properties?.spec;
    spec?.properties?.size?.enum?.push("huge");
    if (spec?.properties !== undefined) spec.properties.color = { type: "string", default: "red" };
    version.additionalPrinterColumns = [];
  }
  copy.spec.versions.push(...copy.spec.versions.map((version) => ({ ...version, name: "v1alpha1", storage: false })));
  return copy;
}
