import type { Condition, MachineAddressType, Violation } from "@capstan/contract";
import type { ProviderRole } from "../definition/contract-fields.ts";
import { type CachedObject, fieldsOf } from "../lifecycle/stored-object.ts";
import { reservedConditions } from "../status/condition-types.ts";
import type { AuthorCondition, BootstrapOutcome, InfraClusterOutcome, InfraMachineOutcome } from "./outcome.ts";

const contracts = "https://cluster-api.sigs.k8s.io/developer/providers/contracts";
const sources = {
  conditions: `${contracts}/infra-machine#inframachine-conditions`,
  providerID: `${contracts}/infra-machine#inframachine-provider-id`,
  addresses: `${contracts}/infra-machine#inframachine-addresses`,
  failureDomain: `${contracts}/infra-machine#inframachine-failure-domain`,
  dataSecret: `${contracts}/bootstrap-config#bootstrapconfig-data-secret`,
  endpoint: `${contracts}/infra-cluster#infracluster-control-plane-endpoint`,
  failureDomains: `${contracts}/infra-cluster#infracluster-failure-domains`,
} as const;

const addressTypes: readonly MachineAddressType[] = [
  "Hostname",
  "ExternalIP",
  "InternalIP",
  "ExternalDNS",
  "InternalDNS",
];

/** The size of all keys of a Secret together, in bytes. */
const secretLimitBytes = 1024 * 1024;

const reasonPattern = /^[A-Za-z](?:[A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;

type AnyOutcome = BootstrapOutcome | InfraMachineOutcome | InfraClusterOutcome;

/** Everything in an outcome that the contract forbids to write; empty when it may be written. Pure. */
export function validateOutcome(role: ProviderRole, object: CachedObject, outcome: AnyOutcome): Violation[] {
  const found = conditionViolations(role, outcome.conditions ?? []);
  switch (outcome.type) {
    case "data":
      return [...found, ...dataViolations(outcome.data)];
    case "provisioned":
      return [
        ...found,
        ...providerIDViolations(object, outcome.providerID),
        ...addressViolations(outcome.addresses ?? []),
        ...(outcome.failureDomain === undefined
          ? []
          : lengthViolations("IM-008", "status.failureDomain", outcome.failureDomain, 256, sources.failureDomain)),
      ];
    case "clusterProvisioned":
      return [...found, ...endpointViolations(outcome), ...failureDomainViolations(outcome)];
    case "pending":
      return [
        ...found,
        ...reasonViolations(outcome.reason),
        ...(outcome.providerID === undefined ? [] : providerIDViolations(object, outcome.providerID)),
      ];
    case "failed":
      return [...found, ...reasonViolations(outcome.reason)];
  }
}

function reasonViolations(reason: Condition["reason"]): Violation[] {
  if (reasonPattern.test(reason)) return [];
  return [
    {
      rule: "BC-012",
      path: "status.conditions[].reason",
      expected: "one word in upper camel case",
      actual: reason,
      source: sources.conditions,
    },
  ];
}

function conditionViolations(role: ProviderRole, conditions: readonly AuthorCondition[]): Violation[] {
  const reserved = new Set(reservedConditions(role));
  const clashes = conditions
    .filter(({ type }, index) => reserved.has(type) || conditions.findIndex((other) => other.type === type) < index)
    .map(({ type }) => ({
      rule: "BC-012",
      path: `status.conditions[type=${type}]`,
      expected: `a condition type of the provider's own, once (not ${[...reserved].join(", ")})`,
      actual: type,
      source: sources.conditions,
    }));
  return [...clashes, ...conditions.flatMap(({ reason }) => reasonViolations(reason))];
}

function dataViolations(data: string): Violation[] {
  const bytes = Buffer.byteLength(data, "utf8");
  if (bytes > 0 && bytes <= secretLimitBytes) return [];
  return [
    {
      rule: "BS-005",
      path: "Secret.data.value",
      expected: `bootstrap data of 1 to ${secretLimitBytes} bytes`,
      // The data itself is secret.
      actual: `${bytes} bytes`,
      source: sources.dataSecret,
    },
  ];
}

function providerIDViolations(object: CachedObject, providerID: string): Violation[] {
  const present = fieldsOf(object.spec).providerID;
  const changed =
    typeof present === "string" && present !== "" && present !== providerID
      ? [
          {
            rule: "IM-002",
            path: "spec.providerID",
            expected: `${JSON.stringify(present)}, which was reported before: a providerID never changes`,
            actual: providerID,
            source: sources.providerID,
          },
        ]
      : [];
  return [...lengthViolations("IM-003", "spec.providerID", providerID, 512, sources.providerID), ...changed];
}

function addressViolations(addresses: NonNullable<Extract<AnyOutcome, { type: "provisioned" }>["addresses"]>) {
  const tooMany =
    addresses.length > 256
      ? [violation("IM-012", "status.addresses", "at most 256 addresses", addresses.length, sources.addresses)]
      : [];
  return [
    ...tooMany,
    ...addresses.flatMap(({ type, address }, index) => [
      ...(addressTypes.includes(type)
        ? []
        : [violation("IM-012", `status.addresses[${index}].type`, addressTypes.join(" or "), type, sources.addresses)]),
      ...lengthViolations("IM-012", `status.addresses[${index}].address`, address, 256, sources.addresses),
    ]),
  ];
}

function endpointViolations({ controlPlaneEndpoint }: Extract<AnyOutcome, { type: "clusterProvisioned" }>) {
  if (controlPlaneEndpoint === undefined) return [];
  const { host, port } = controlPlaneEndpoint;
  const path = "spec.controlPlaneEndpoint";
  return [
    ...lengthViolations("IC-003", `${path}.host`, host, 512, sources.endpoint),
    ...(Number.isInteger(port) && port >= 1 && port <= 65535
      ? []
      : [violation("IC-003", `${path}.port`, "a port from 1 to 65535", port, sources.endpoint)]),
  ];
}

function failureDomainViolations({ failureDomains = [] }: Extract<AnyOutcome, { type: "clusterProvisioned" }>) {
  const names = failureDomains.map(({ name }) => name);
  return names
    .filter((name, index) => name === "" || names.indexOf(name) < index)
    .map((name) =>
      violation("IC-007", "status.failureDomains[].name", "a unique, non-empty name", name, sources.failureDomains),
    );
}

function lengthViolations(rule: string, path: string, text: string, max: number, source: string): Violation[] {
  if (text.length > 0 && text.length <= max) return [];
  return [violation(rule, path, `1 to ${max} characters`, text, source)];
}

function violation(rule: string, path: string, expected: string, actual: unknown, source: string): Violation {
  return { rule, path, expected, actual, source };
}
