import {
  bootstrapConfigStatus,
  conditionsStatus,
  type Condition,
  type ContractVersion,
  infraClusterStatus,
  infraMachineStatus,
} from "@capstan/contract";
import type { ProviderRole } from "../definition/contract-fields.ts";
import { type CachedObject, type Fields, fieldsOf } from "../lifecycle/stored-object.ts";
import { type ConditionDraft, conditionsOf, nextConditions } from "./conditions.ts";
import type { Finding } from "./finding.ts";

/** What the words of a status depend on besides the finding. */
export interface StatusContext {
  readonly role: ProviderRole;
  /** Newest first. */
  readonly contracts: readonly ContractVersion[];
  /** RFC 3339, for transition times. */
  readonly now: string;
  /** Whether the kind's status has `observedGeneration`. */
  readonly observesGeneration: boolean;
}

/** The status an object should have after a finding. Pure; a flag that is set is never taken back (BC-019, IM-015). */
export function nextStatus(object: CachedObject, finding: Finding, context: StatusContext): object {
  const present = fieldsOf(object.status);
  const reported = reportedStatus(
    finding,
    conditionsAfter(object, conditionsOf(context.role, finding), context),
    context,
  );
  const initialization = { ...fieldsOf(present.initialization), ...fieldsOf(reported.initialization) };
  const status = {
    ...present,
    ...finding.ownStatus,
    ...observed(object, finding, context),
    ...reported,
    ...(Object.keys(initialization).length === 0 ? {} : { initialization }),
  };
  const entries: [string, unknown][] = Object.entries(status);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** A generation counts as observed once something came of it: an error, which is retried, is no such thing. */
function observed({ metadata }: CachedObject, { progress }: Finding, { observesGeneration }: StatusContext): Fields {
  const { generation } = metadata;
  if (!observesGeneration || progress === "blocked" || generation === undefined) return {};
  return { observedGeneration: generation };
}

/** The status of an object that has been paused: nothing but its Paused condition changes (BC-021, BC-022). */
export function pausedStatus(object: CachedObject, paused: ConditionDraft, context: StatusContext): object {
  const conditions = conditionsAfter(object, [paused], context);
  return { ...object.status, conditions: conditionsForm(conditions, context) };
}

function conditionsAfter(object: CachedObject, drafts: readonly ConditionDraft[], { now }: StatusContext): Condition[] {
  return nextConditions(fieldsOf(object.status).conditions, drafts, {
    generation: object.metadata.generation ?? 0,
    now,
  });
}

/** The conditions as the newest contract has them. */
function conditionsForm(conditions: readonly Condition[], { contracts }: StatusContext): unknown {
  return conditionsStatus(contracts[0] ?? "v1beta2", conditions).conditions;
}

/** What is reported, in the words of all contracts; where two have a field of one name, in those of the newest. */
function reportedStatus(finding: Finding, conditions: readonly Condition[], context: StatusContext): Fields {
  const { role, contracts } = context;
  const reports = contracts.toReversed().map((contract) => reportedFor(role, contract, finding, conditions));
  const failed = finding.progress === "failed";
  // Only under v1beta1 alone is a failure for ever; otherwise it goes as soon as it is overcome.
  const overcome = contracts.length > 1 && !failed ? { failureReason: undefined, failureMessage: undefined } : {};
  return Object.assign({}, overcome, ...reports) as Fields;
}

function reportedFor(
  role: ProviderRole,
  contract: ContractVersion,
  finding: Finding,
  conditions: readonly Condition[],
): Fields {
  const { facts = {}, progress, reason, message } = finding;
  const { dataSecretName, addresses, failureDomain, failureDomains } = facts;
  const done = progress === "provisioned" ? { provisioned: true } : {};
  const report = { conditions, ...(progress === "failed" ? { failure: { reason, message } } : {}) };
  switch (role) {
    case "BootstrapConfig":
      return bootstrapConfigStatus(contract, {
        ...report,
        ...(dataSecretName === undefined ? {} : { dataSecretName }),
        ...(progress === "provisioned" ? { dataSecretCreated: true } : {}),
      });
    case "InfraMachine":
      return infraMachineStatus(contract, {
        ...report,
        ...done,
        ...(addresses === undefined ? {} : { addresses }),
        ...(failureDomain === undefined ? {} : { failureDomain }),
      });
    case "InfraCluster":
      return infraClusterStatus(contract, {
        ...report,
        ...done,
        ...(failureDomains === undefined ? {} : { failureDomains }),
      });
  }
}
