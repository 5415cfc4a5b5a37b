import { type Violation, violation } from "@capstan/contract";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { CachedObject } from "../lifecycle/stored-object.ts";
import type {
  BootstrapOutcome,
  DeletionOutcome,
  InfraClusterOutcome,
  InfraMachineOutcome,
} from "../outcome/outcome.ts";
import { conditionViolations, reasonViolations } from "./condition-violations.ts";
import { addressViolations, endpointViolations, failureDomainViolations } from "./fact-violations.ts";
import { ownStatusViolations } from "./own-status-violations.ts";
import { shapeViolations } from "./shape-violations.ts";
import { providerIDViolations } from "./provider-id-violations.ts";
import { textViolations } from "./text-violations.ts";

/** The size of all keys of a Secret together, in bytes. */
const secretLimitBytes = 1024 * 1024;

/** Whatever author code may return. */
export type AnyOutcome = BootstrapOutcome | InfraMachineOutcome | InfraClusterOutcome | DeletionOutcome;

/** What author code was asked to do. */
export type Asked = "provide" | "remove";

/** Everything in an outcome that the contract forbids to write; empty when it may be written. Pure. */
export function outcomeViolations(
  definition: ProviderDefinition,
  object: CachedObject,
  outcome: AnyOutcome,
  asked: Asked,
): Violation[] {
  // Types may have been silenced: nothing else can be looked at before the outcome is one.
  const misshapen = shapeViolations(definition.role, outcome, asked);
  if (misshapen.length > 0 || outcome.type === "deleted" || outcome.type === "unchanged") return misshapen;
  return [
    ...conditionViolations(definition.role, outcome.conditions ?? []),
    ...ownStatusViolations(definition, outcome.status ?? {}),
    ...factViolations(object, outcome),
  ];
}

function factViolations(
  object: CachedObject,
  outcome: Exclude<AnyOutcome, { type: "deleted" | "unchanged" }>,
): Violation[] {
  switch (outcome.type) {
    case "data":
      return dataViolations(outcome.data, outcome.format);
    case "provisioned":
      return [
        ...providerIDViolations(object, outcome.providerID),
        ...addressViolations(outcome.addresses),
        ...(outcome.failureDomain === undefined
          ? []
          : textViolations("IM-008", "status.failureDomain", outcome.failureDomain, 256)),
      ];
    case "clusterProvisioned":
      return [
        ...endpointViolations(object, outcome.controlPlaneEndpoint),
        ...failureDomainViolations(outcome.failureDomains),
      ];
    case "pending":
      return [
        ...reasonViolations(outcome.reason),
        ...(outcome.providerID === undefined ? [] : providerIDViolations(object, outcome.providerID)),
      ];
    case "failed":
      return reasonViolations(outcome.reason);
  }
}

function dataViolations(data: unknown, format: unknown): Violation[] {
  const bytes = typeof data === "string" ? Buffer.byteLength(data, "utf8") : undefined;
  const most = secretLimitBytes - (typeof format === "string" ? Buffer.byteLength(format, "utf8") : 0);
  const fits = bytes !== undefined && bytes > 0 && bytes <= most;
  // The data itself is secret.
  const found = bytes === undefined ? typeof data : `${bytes} bytes`;
  const expected = `bootstrap data of 1 to ${most} bytes`;
  return [
    ...(fits ? [] : [violation("BS-005", { path: "Secret.data.value", expected, actual: found })]),
    ...(format === undefined ? [] : textViolations("BS-005", "Secret.data.format", format, 64)),
  ];
}
