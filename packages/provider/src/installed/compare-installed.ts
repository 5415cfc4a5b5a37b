import {
  checkCRDs,
  contractLabel,
  type ContractVersion,
  contractVersions,
  type CustomResourceDefinition,
  type CustomResourceDefinitionVersion,
  type ProviderRole,
  reservedBy,
  roleOf,
  type Section,
} from "@capstan/contract";
import type { KindDefinition } from "../definition/kind-definition.ts";
import { crdDifferences, type RuleOfField } from "./crd-differences.ts";
import { type Difference, findingOf, type InstalledFinding } from "./installed-finding.ts";

/** A CRD from the server; `undefined`: the server has no CRD of that name; `"unread"`: the CRD could not be read. */
export type InstalledCRD = CustomResourceDefinition | "unread" | undefined;

/**
 * Compares the CRDs on the server, in the order of `definition.crds`, with the definition. Returns each part of the definition that they
 * lack, and each contract rule that they break and the definition keeps. Additional parts are allowed. No I/O.
 *
 * @example
 * ```ts
 * import { compareInstalled, defineInfraMachine, Type } from "@capstan/provider";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 * const [ofMachines] = HelloMachine.crds;
 * console.log(compareInstalled(HelloMachine, [ofMachines, undefined])); // the CRD of the templates is not installed
 * ```
 */
export function compareInstalled(
  definition: KindDefinition & { readonly role?: ProviderRole },
  installed: readonly InstalledCRD[],
): readonly InstalledFinding[] {
  const { crds, role } = definition;
  if (role === undefined) return crds.flatMap((crd, index) => auxiliaryFindings(crd, installed[index]));
  const present = installed.filter((crd) => crd !== undefined && crd !== "unread");
  const contract = contractFaults(role, present, crds);
  return crds.flatMap((defined, index) => {
    const { name } = defined.metadata;
    const { kind } = defined.spec.names;
    const crd = installed[index];
    if (crd === "unread") return [];
    const differences =
      crd === undefined
        ? [missing(role, name, index > 0)]
        : withoutRepeats([...crdDifferences(defined, crd, ruleOfField(role, defined)), ...(contract.get(crd) ?? [])]);
    return differences.map((difference) => findingOf(name, kind, difference));
  });
}

/** The contract has no rules for auxiliary kinds, so these findings name no rule. */
function auxiliaryFindings(defined: CustomResourceDefinition, crd: InstalledCRD): InstalledFinding[] {
  if (crd === "unread") return [];
  const { name } = defined.metadata;
  const expected = `CustomResourceDefinition ${name}, which the reconcilers read`;
  const differences: Difference[] =
    crd === undefined
      ? [{ path: "metadata.name", expected, actual: undefined, rule: "auxiliary", level: "MUST" }]
      : crdDifferences(defined, crd, () => undefined).map((found) => ({
          ...found,
          rule: found.rule === "schema" ? "schema" : "auxiliary",
        }));
  return withoutRepeats(differences).map((difference) => findingOf(name, defined.spec.names.kind, difference));
}

function missing(role: ProviderRole, name: string, isTemplate: boolean): Difference {
  const expected = `CustomResourceDefinition ${name}, the name by which core looks for it`;
  const place = { path: "metadata.name", expected, actual: undefined };
  return isTemplate ? { ...place, ...roleOf(role).template } : { ...place, rule: "AR-001", level: "MUST" };
}

/** Rules that the installed CRDs break and the definition's own CRDs keep. */
function contractFaults(
  role: ProviderRole,
  installed: readonly CustomResourceDefinition[],
  defined: readonly CustomResourceDefinition[],
): ReadonlyMap<CustomResourceDefinition, Difference[]> {
  const broken = violationsOf(role, installed).flatMap(({ level, ...violation }) =>
    level === "MAY" ? [] : [{ ...violation, level }],
  );
  // The comparison takes milliseconds, so it is skipped in the usual case of no broken rule.
  const known = broken.length === 0 ? new Set() : brokenByDefinition(role, defined);
  const found = Map.groupBy(
    broken.filter((violation) => !known.has(placeOf(violation))),
    ({ object }) => object,
  );
  return new Map(
    installed.map((crd) => [
      crd,
      (found.get(`${crd.kind} ${crd.metadata.name}`) ?? []).map(
        ({ rule, path, expected, actual, level }): Difference => ({
          rule,
          path,
          expected,
          actual,
          level: isLeftBehind(path, crd, defined) ? "SHOULD" : level,
        }),
      ),
    ]),
  );
}

/**
 * Whether a path is the label of a contract that an earlier release had, alongside the label of the newer contract, which core reads:
 * clusterctl upgrades with a merge patch, which keeps old labels.
 */
function isLeftBehind(
  path: string,
  { metadata }: CustomResourceDefinition,
  defined: readonly CustomResourceDefinition[],
): boolean {
  const newestFirst = contractVersions.map((contract) => contractLabel(contract));
  const read = newestFirst.findIndex((name) => defined.some((crd) => crd.metadata.labels?.[name] !== undefined));
  const older = newestFirst.filter((_, index) => index > read);
  const isRead = metadata.labels?.[newestFirst[read] ?? ""] !== undefined;
  return isRead && older.some((name) => path === `metadata.labels['${name}']`);
}

const brokenByDefinitions = new WeakMap<readonly CustomResourceDefinition[], ReadonlySet<string>>();

/** The rules that a definition's own CRDs break, and where; computed once for each definition. */
function brokenByDefinition(role: ProviderRole, defined: readonly CustomResourceDefinition[]): ReadonlySet<string> {
  const known = brokenByDefinitions.get(defined);
  if (known !== undefined) return known;
  const broken = new Set(violationsOf(role, defined).map(placeOf));
  brokenByDefinitions.set(defined, broken);
  return broken;
}

function violationsOf(role: ProviderRole, crds: readonly CustomResourceDefinition[]) {
  const roles = crds.map(({ spec }) => {
    const { kind } = spec.names;
    return [`${kind}.${spec.group}`, kind.endsWith("Template") ? (`${role}Template` as const) : role] as const;
  });
  // The definition has already been checked for its group.
  return checkCRDs(crds, { roles: Object.fromEntries(roles), sigSponsored: true }).violations;
}

/** A rule and the place where it is broken, independent of the order of versions in the CRD. */
function placeOf({
  rule,
  object,
  path,
}: Pick<ReturnType<typeof violationsOf>[number], "rule" | "object" | "path">): string {
  return `${rule} ${object} ${path.replace(/versions\[\d+\]/, "versions[]")}`;
}

/** Keeps the most serious finding for each place, and prefers a finding that names a rule. */
function withoutRepeats(differences: readonly Difference[]): Difference[] {
  const weight = ({ level, rule }: Difference) => (level === "MUST" ? 2 : 0) + (rule === "schema" ? 0 : 1);
  const places = Map.groupBy(differences, ({ path }) => path.replace(/\.type$/, ""));
  return [...places.values()].flatMap((found) => found.toSorted((a, b) => weight(b) - weight(a)).slice(0, 1));
}

function ruleOfField(role: ProviderRole, defined: CustomResourceDefinition): RuleOfField {
  return (version, field) => {
    const [section, name = ""] = field.split(".");
    // The contract has no field names outside spec and status.
    const [rule] = contractsOfVersion(defined, version).map((contract) =>
      reservedBy(role, contract, section as Section, name.replace(/[[{].*$/, "")),
    );
    return rule;
  };
}

/** The contracts that a version of the definition implements according to the labels, newest first. */
function contractsOfVersion(
  { metadata }: CustomResourceDefinition,
  { name }: CustomResourceDefinitionVersion,
): ContractVersion[] {
  return contractVersions.filter((contract) => metadata.labels?.[contractLabel(contract)]?.split("_").includes(name));
}
