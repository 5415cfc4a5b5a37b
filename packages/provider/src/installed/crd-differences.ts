import {
  contractLabel,
  contractOf,
  type ContractVersion,
  contractVersions,
  type CustomResourceDefinition,
  type CustomResourceDefinitionVersion,
  type RuleId,
} from "@capstan/contract";
import type { Difference } from "./installed-finding.ts";
import { type SchemaDifference, schemaDifferences } from "./schema-differences.ts";

/** Returns the rule for a field of the kind; undefined for a field of the author. */
export type RuleOfField = (version: CustomResourceDefinitionVersion, field: string) => RuleId | undefined;

/** Differences between the installed CRD and the definition's, without the contract's checks. Pure. */
export function crdDifferences(
  defined: CustomResourceDefinition,
  installed: CustomResourceDefinition,
  ruleOf: RuleOfField,
): Difference[] {
  return [
    ...identityDifferences(defined, installed),
    ...labelDifferences(defined, installed),
    ...defined.spec.versions.flatMap((version) => [...versionDifferences(version, installed, ruleOf)]),
    ...storageDifferences(defined, installed, ruleOf),
  ];
}

function* identityDifferences(
  defined: CustomResourceDefinition,
  installed: CustomResourceDefinition,
): Iterable<Difference> {
  const { names, group, scope } = defined.spec;
  const actual = installed.spec;
  if (actual.group !== group) yield must("AR-001", "spec.group", group, actual.group);
  if (actual.names.kind !== names.kind) yield must("AR-002", "spec.names.kind", names.kind, actual.names.kind);
  if (actual.names.plural !== names.plural)
    yield must("AR-002", "spec.names.plural", names.plural, actual.names.plural);
  if (actual.scope !== scope) yield must("AR-003", "spec.scope", scope, actual.scope);
  const accepted = installed.status?.conditions?.find(({ type }) => type === "NamesAccepted");
  if (accepted?.status === "False") {
    const path = "status.conditions[type=NamesAccepted]";
    yield must("AR-001", path, "True: names that are unique among the CRDs", accepted.message ?? "False");
  }
  if (installed.metadata.deletionTimestamp !== undefined) {
    yield should(
      "AR-001",
      "metadata.deletionTimestamp",
      "a CRD that is not being deleted",
      installed.metadata.deletionTimestamp,
    );
  }
}

function* labelDifferences(
  defined: CustomResourceDefinition,
  installed: CustomResourceDefinition,
): Iterable<Difference> {
  const rule = defined.spec.names.kind.endsWith("Template") ? "AR-007" : "AR-006";
  for (const contract of contractsOf(defined)) {
    const path = labelPath(contract);
    if (labelOf(installed, contract) === "") {
      yield should(rule, path, labelOf(defined, contract), installed.metadata.labels?.[contractLabel(contract)]);
    }
  }
  const selected = contractOf(installed);
  if (selected === undefined) return;
  const { contract, version } = selected;
  const path = labelPath(contract);
  if (!defined.spec.versions.some(({ name }) => name === version)) {
    yield should("AR-011", path, `a version of the provider: ${labelOf(defined, contract)}`, version);
  } else if (!labelOf(defined, contract).split("_").includes(version)) {
    const expected = `versions with the status of contract ${contract}; the provider reports the status of contract ${contractsOf(defined).join()}`;
    yield must("AR-012", path, expected, version);
  }
}

function* versionDifferences(
  version: CustomResourceDefinitionVersion,
  installed: CustomResourceDefinition,
  ruleOf: RuleOfField,
): Iterable<Difference> {
  if (!version.served) return;
  // The reconciler uses the storage version of the definition; the other versions are for users.
  const finding = version.storage ? must : should;
  const index = installed.spec.versions.findIndex(({ name }) => name === version.name);
  const twin = installed.spec.versions[index];
  if (twin === undefined) {
    const actual = installed.spec.versions.map(({ name }) => name).join(", ");
    yield finding("AR-009", "spec.versions", `version ${version.name}`, actual);
    return;
  }
  const path = `spec.versions[${index}]`;
  if (!twin.served) yield finding("AR-010", `${path}.served`, "true, as in the definition", twin.served);
  if (version.subresources?.status !== undefined && twin.subresources?.status === undefined) {
    const expected = "the status subresource: without it no status can be written";
    yield must("AR-018", `${path}.subresources.status`, expected, undefined);
  }
  yield* inSchema(version, twin, path, ruleOf);
}

/** Without a conversion webhook the server prunes every write to the schema of the stored version. */
function* storageDifferences(
  defined: CustomResourceDefinition,
  installed: CustomResourceDefinition,
  ruleOf: RuleOfField,
): Iterable<Difference> {
  const converts = installed.spec.conversion?.strategy === "Webhook";
  if (defined.spec.conversion?.strategy === "Webhook" && !converts) {
    yield should("AR-020", "spec.conversion.strategy", "Webhook", installed.spec.conversion?.strategy ?? "None");
  }
  const ours = defined.spec.versions.find(({ storage }) => storage);
  const index = installed.spec.versions.findIndex(({ storage }) => storage);
  const stored = installed.spec.versions[index];
  if (ours === undefined || stored === undefined || ours.name === stored.name) return;
  yield should("AR-017", "spec.versions", `storage version ${ours.name}`, stored.name);
  if (!converts) yield* inSchema(ours, stored, `spec.versions[${index}]`, ruleOf);
}

function inSchema(
  defined: CustomResourceDefinitionVersion,
  installed: CustomResourceDefinitionVersion,
  path: string,
  ruleOf: RuleOfField,
): Difference[] {
  const place = { path: `${path}.schema.openAPIV3Schema`, field: "" };
  const schema = installed.schema as CustomResourceDefinitionVersion["schema"] | undefined;
  return schemaDifferences(defined.schema.openAPIV3Schema, schema?.openAPIV3Schema ?? { type: "object" }, place).map(
    ({ field, ...difference }: SchemaDifference) => ({ ...difference, rule: ruleOf(defined, field) ?? "schema" }),
  );
}

function contractsOf(crd: CustomResourceDefinition): ContractVersion[] {
  return contractVersions.filter((contract) => labelOf(crd, contract) !== "");
}

function labelOf(crd: CustomResourceDefinition, contract: ContractVersion): string {
  return crd.metadata.labels?.[contractLabel(contract)] ?? "";
}

function labelPath(contract: ContractVersion): string {
  return `metadata.labels['${contractLabel(contract)}']`;
}

function must(rule: RuleId, path: string, expected: string, actual: unknown): Difference {
  return { rule, path, expected, actual, level: "MUST" };
}

function should(rule: RuleId, path: string, expected: string, actual: unknown): Difference {
  return { rule, path, expected, actual, level: "SHOULD" };
}
