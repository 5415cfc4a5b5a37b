import { type ContractVersion } from "../../versions/contract-version.ts";
import { type Fault, type Rule, rule } from "../rule/rule.ts";
import { ruleInfo, type StaticRuleId } from "../../catalogue/rule-info.ts";
import { type CRDSubject, type CRDVersion } from "./crd-subject.ts";

/** Creates a rule about the CRDs of the kinds that it applies to. */
export function crdRule(id: StaticRuleId, faultsOf: (crd: CRDSubject) => Iterable<Fault>): Rule<CRDSubject> {
  const { appliesTo } = ruleInfo(id);
  return rule(id, (crd) => (appliesTo.includes(crd.role) ? faultsOf(crd) : []));
}

/** A version, and the contracts under which core selects it. */
export interface VersionInUse {
  readonly version: CRDVersion;
  /** Newest first. */
  readonly contracts: readonly [ContractVersion, ...ContractVersion[]];
  readonly crd: CRDSubject;
}

/** Creates a rule about the versions that core selects under the contract of the rule. */
export function versionRule(id: StaticRuleId, faultsOf: (use: VersionInUse) => Iterable<Fault>): Rule<CRDSubject> {
  const { contract } = ruleInfo(id);
  return crdRule(id, (crd) =>
    versionsInUse(crd)
      .filter(({ contracts }) => contract === "both" || contracts.includes(contract))
      .flatMap((use) => [...faultsOf(use)].map((fault) => below(use.version, fault))),
  );
}

/**
 * Does the same as {@link versionRule} for a rule that newer contracts have replaced: it applies to versions that implement none of the
 * newer contracts.
 */
export function replacedRule(id: StaticRuleId, faultsOf: (use: VersionInUse) => Iterable<Fault>): Rule<CRDSubject> {
  const { contract } = ruleInfo(id);
  return versionRule(id, (use) => (use.contracts[0] === contract ? faultsOf(use) : []));
}

/** Creates a rule about every served version. */
export function servedVersionRule(
  id: StaticRuleId,
  faultsOf: (version: CRDVersion, crd: CRDSubject) => Iterable<Fault>,
): Rule<CRDSubject> {
  return crdRule(id, (crd) =>
    crd.versions
      .filter(({ served }) => served)
      .flatMap((version) => [...faultsOf(version, crd)].map((fault) => below(version, fault))),
  );
}

/** The versions that core selects, each once. */
function versionsInUse(crd: CRDSubject): VersionInUse[] {
  const byVersion = new Map<CRDVersion, [ContractVersion, ...ContractVersion[]]>();
  for (const { contract, version } of crd.selections) {
    byVersion.set(version, [...(byVersion.get(version) ?? []), contract] as [ContractVersion]);
  }
  return Array.from(byVersion, ([version, contracts]) => ({ crd, version, contracts }));
}

function below(version: CRDVersion, fault: Fault): Fault {
  return { ...fault, path: `${version.path}.schema.openAPIV3Schema${fault.path === "" ? "" : `.${fault.path}`}` };
}
