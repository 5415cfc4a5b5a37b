import {
  bootstrapConfigStatus,
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
  readonly contract: ContractVersion;
  /** RFC 3339, for transition times. */
  readonly now: string;
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
    ...reported,
    ...(Object.keys(initialization).length === 0 ? {} : { initialization }),
  };
  const entries: [string, unknown][] = Object.entries(status);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The status of an object that has been paused: nothing but its Paused condition changes (BC-021, BC-022). */
export function pausedStatus(object: CachedObject, paused: ConditionDraft, context: StatusContext): object {
  const conditions = conditionsAfter(object, [paused], context);
  return { ...object.status, conditions: fieldsOf(bootstrapConfigStatus(context.contract, { conditions })).conditions };
}

function conditionsAfter(object: CachedObject, drafts: readonly ConditionDraft[], { now }: StatusContext): Condition[] {
  return nextConditions(fieldsOf(object.status).conditions, drafts, {
    generation: object.metadata.generation ?? 0,
    now,
  });
}

function reportedStatus(finding: Finding, conditions: readonly Condition[], context: StatusContext): Fields {
  const { facts = {}, progress, reason, message } = finding;
  const { dataSecretName, addresses, failureDomain, failureDomains } = facts;
  const done = progress === "provisioned" ? { provisioned: true } : {};
  const report = { conditions, ...(progress === "failed" ? { failure: { reason, message } } : {}) };
  switch (context.role) {
    case "BootstrapConfig":
      return bootstrapConfigStatus(context.contract, {
        ...report,
        ...(dataSecretName === undefined ? {} : { dataSecretName }),
        ...(progress === "provisioned" ? { dataSecretCreated: true } : {}),
      });
    case "InfraMachine":
      return infraMachineStatus(context.contract, {
        ...report,
        ...done,
        ...(addresses === undefined ? {} : { addresses }),
        ...(failureDomain === undefined ? {} : { failureDomain }),
      });
    case "InfraCluster":
      return infraClusterStatus(context.contract, {
        ...report,
        ...done,
        ...(failureDomains === undefined ? {} : { failureDomains }),
      });
  }
}
