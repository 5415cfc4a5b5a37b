import type { ContractVersion, RuleId, RuleText } from "@capstan/contract";
import type { ProviderRole } from "./contract-fields.ts";

/** The rule that speaks of a field, by the field's name. */
type FieldRules = Readonly<Record<string, RuleId>>;

/**
 * The fields of spec and status that the contract gives to a kind, each with its rule, by the contract that a version implements.
 * A status field of the other contract is reserved as well: core reads the one that the label selects, whatever the other says
 * (AR-012), and the SDK writes it.
 */
export const contractFieldRules = {
  BootstrapConfig: {
    v1beta1: {
      spec: {},
      status: {
        ready: "BC-003",
        initialization: "AR-012",
        dataSecretName: "BC-005",
        failureReason: "BC-007",
        failureMessage: "BC-008",
        conditions: "BC-014",
        v1beta2: "BC-015",
      },
    },
    v1beta2: {
      spec: {},
      status: {
        ready: "AR-012",
        initialization: "BC-004",
        dataSecretName: "BC-005",
        failureReason: "BC-010",
        failureMessage: "BC-010",
        conditions: "BC-011",
        v1beta2: "BC-015",
      },
    },
  },
  InfraMachine: {
    v1beta1: {
      spec: { providerID: "IM-002", failureDomain: "IM-009" },
      status: {
        ready: "IM-013",
        initialization: "AR-012",
        addresses: "IM-011",
        failureDomain: "IM-008",
        failureReason: "IM-016",
        failureMessage: "IM-016",
        conditions: "BC-014",
        v1beta2: "BC-015",
      },
    },
    v1beta2: {
      spec: { providerID: "IM-002", failureDomain: "IM-010" },
      status: {
        ready: "AR-012",
        initialization: "IM-014",
        addresses: "IM-011",
        failureDomain: "IM-008",
        failureReason: "IM-017",
        failureMessage: "IM-017",
        conditions: "BC-011",
        v1beta2: "BC-015",
      },
    },
  },
  InfraCluster: {
    v1beta1: {
      spec: { controlPlaneEndpoint: "IC-002" },
      status: {
        ready: "IC-009",
        initialization: "AR-012",
        failureDomains: "IC-006",
        failureReason: "IC-012",
        failureMessage: "IC-012",
        conditions: "BC-014",
        v1beta2: "BC-015",
      },
    },
    v1beta2: {
      spec: { controlPlaneEndpoint: "IC-002" },
      status: {
        ready: "AR-012",
        initialization: "IC-010",
        failureDomains: "IC-007",
        failureReason: "IC-013",
        failureMessage: "IC-013",
        conditions: "BC-011",
        v1beta2: "BC-015",
      },
    },
  },
} as const satisfies Readonly<
  Record<ProviderRole, Readonly<Record<ContractVersion, Readonly<Record<"spec" | "status", FieldRules>>>>>
>;

/** The contract whose rules are cited for a version: the newest that it implements. */
type NewestContract<Contract> = "v1beta2" extends (Contract extends readonly unknown[] ? Contract[number] : Contract)
  ? "v1beta2"
  : "v1beta1";

type RulesOf<
  Role extends ProviderRole,
  Contract,
  Section extends "spec" | "status",
> = (typeof contractFieldRules)[Role][NewestContract<Contract>][Section];

/** What the compiler says of an author's field that the contract owns: the rule, the field, and what to do. */
export type ContractFieldClash<
  Role extends ProviderRole,
  Contract,
  Section extends "spec" | "status",
  Names extends PropertyKey,
> = {
  [Name in Names & keyof RulesOf<Role, Contract, Section> & string]: RulesOf<
    Role,
    Contract,
    Section
  >[Name] extends infer Rule extends RuleId
    ? RuleText<Rule> extends infer Text extends string
      ? `${Text} Remove ${Section}.${Name} from your schema: it belongs to the contract`
      : never
    : never;
}[Names & keyof RulesOf<Role, Contract, Section> & string];

/** The rule that gives a field of a version to the contract; undefined: the author may have a field of that name. */
export function contractFieldRule(
  role: ProviderRole,
  contract: ContractVersion,
  section: "spec" | "status",
  name: string,
): RuleId | undefined {
  const rules: FieldRules = contractFieldRules[role][contract][section];
  return Object.hasOwn(rules, name) ? rules[name] : undefined;
}
