import { type ContractVersion } from "../../contract-version.ts";
import { type Fault, type Rule, rule } from "../rule.ts";
import { ruleInfo, type StaticRuleId } from "../rule-info.ts";
import { type ProviderRole, providerRoles } from "../../roles/roles.ts";
import { type CRDSubject, type CRDVersion } from "./crd-subject.ts";
import { type KindRole } from "./kind-role.ts";

/** Kinds to which the rules about fields and conditions apply in full; rules of their own stand for them in the other roles. */
export const mainKinds: readonly ProviderRole[] = providerRoles.filter((role) =>
  ruleInfo("AR-012").appliesTo.includes(role),
);
/** Templates of the main kinds. */
export const templateKinds: readonly KindRole[] = mainKinds.map((role) => `${role}Template` as const);
/** All kinds to which the general rules apply, those of CP-001 and MP-001 among them. */
export const referencedKinds: readonly KindRole[] = providerRoles.flatMap((role) => [role, `${role}Template` as const]);

/** Whether a kind is one of the {@link mainKinds}. */
export function isMainKind(role: KindRole): role is ProviderRole {
  return mainKinds.some((main) => main === role);
}

/** A rule about CRDs of some roles. */
export function crdRule(
  id: StaticRuleId,
  roles: readonly KindRole[],
  faultsOf: (crd: CRDSubject) => Iterable<Fault>,
): Rule<CRDSubject> {
  return rule(id, (crd) => (roles.includes(crd.role) ? faultsOf(crd) : []));
}

/** Where a rule about a version looks: the version, and the contracts under which core selects it. */
export interface VersionInUse {
  readonly version: CRDVersion;
  readonly contracts: readonly ContractVersion[];
  readonly crd: CRDSubject;
}

/** A rule about the version that core selects under a contract, or under any. */
export function versionRule(
  id: StaticRuleId,
  roles: readonly KindRole[],
  contract: ContractVersion | "both",
  faultsOf: (use: VersionInUse) => Iterable<Fault>,
): Rule<CRDSubject> {
  return crdRule(id, roles, (crd) =>
    versionsInUse(crd)
      .filter(({ contracts }) => contract === "both" || contracts.includes(contract))
      .flatMap((use) => [...faultsOf(use)].map((fault) => below(use.version, fault))),
  );
}

/** A rule about every served version. */
export function servedVersionRule(
  id: StaticRuleId,
  roles: readonly KindRole[],
  faultsOf: (version: CRDVersion) => Iterable<Fault>,
): Rule<CRDSubject> {
  return crdRule(id, roles, (crd) =>
    crd.versions
      .filter(({ served }) => served)
      .flatMap((version) => [...faultsOf(version)].map((fault) => below(version, fault))),
  );
}

/** The versions that core selects, each once. */
function versionsInUse(crd: CRDSubject): VersionInUse[] {
  const versions = [...new Set(crd.selections.map(({ version }) => version))];
  return versions.map((version) => ({
    crd,
    version,
    contracts: crd.selections.filter((selection) => selection.version === version).map(({ contract }) => contract),
  }));
}

function below(version: CRDVersion, fault: Fault): Fault {
  return { ...fault, path: `${version.path}.schema.openAPIV3Schema${fault.path === "" ? "" : `.${fault.path}`}` };
}
