import { type SelectedContract } from "../../crd/contract-of.ts";
import { conditionRules } from "./condition-rules.ts";
import { type CRDCheckOptions, type CRDSubject } from "./crd-subject.ts";
import { infraClusterRules } from "./infra-cluster-rules.ts";
import { infraMachineRules } from "./infra-machine-rules.ts";
import { type KindRole } from "./kind-role.ts";
import { namingRules } from "./naming-rules.ts";
import { otherKindRules } from "./other-kind-rules.ts";
import { templateRules } from "./template-rules.ts";
import { versionRules } from "./version-rules.ts";
import { crdSubjects } from "./read-crds.ts";
import { roleRules } from "./role-rules.ts";
import { type Rule, type RuleViolation } from "../rule/rule.ts";

const furtherRules: readonly Rule<CRDSubject>[] = [
  ...namingRules,
  ...versionRules,
  ...conditionRules,
  ...templateRules,
  ...infraMachineRules,
  ...infraClusterRules,
  ...otherKindRules,
];

/** The rules about CRDs. */
export const crdRules: readonly Rule<CRDSubject>[] = [...roleRules(furtherRules), ...furtherRules];

/** A checked CRD: its role, and the contract and version that core selects (rule AR-011). */
export interface CheckedCRD {
  /** The name of the CRD. */
  readonly object: string;
  /** The role that it was checked for. */
  readonly role: KindRole;
  /** Undefined if no label is usable: core then cannot read the kind. */
  readonly selected?: SelectedContract;
}

/** The result of {@link checkCRDs}. */
export interface CRDCheck {
  /** The CRDs with a role. */
  readonly checked: readonly CheckedCRD[];
  /** The violations. */
  readonly violations: readonly RuleViolation[];
}

/**
 * Checks CRDs by the static rules of the provider contract. Documents that are not CRDs, and CRDs without a role for core, are skipped.
 * Pass kinds and their templates together, because some rules compare them.
 */
export function checkCRDs(documents: readonly unknown[], options: CRDCheckOptions = {}): CRDCheck {
  const subjects = crdSubjects(documents, options);
  return {
    checked: subjects.map(({ label, role, contractLabels }) => {
      const chosen = contractLabels.find(({ selected }) => selected !== undefined);
      const { contract, selected: version } = chosen ?? {};
      return { object: label, role, ...(contract && version ? { selected: { contract, version } } : {}) };
    }),
    violations: subjects.flatMap((crd) => crdRules.flatMap((rule) => rule.check(crd))),
  };
}
