import { annotations, type DeepReadonly, labels, type Machine } from "@capstan/contract";
import { rfc3339 } from "../../conditions/apply.ts";
import { type ObservedReference } from "../../references/reference.ts";

/**
 * `status.certificatesExpiryDate` of a control plane Machine, by which a control plane provider rolls it in time: what the
 * annotation of the Machine says, and without one that of its BootstrapConfig. Other Machines keep what they have, and so
 * does one whose annotation is no date, or whose config cannot be read now.
 */
export function certificatesExpiryOf(
  machine: DeepReadonly<Machine>,
  config: ObservedReference | undefined,
): string | undefined {
  const before = machine.status?.certificatesExpiryDate;
  if (!(labels.controlPlane in (machine.metadata.labels ?? {}))) return before;
  const own = machine.metadata.annotations?.[annotations.certificatesExpiry];
  if (own === undefined && (config?.state === "pending" || config?.state === "unresolved")) return before;
  const ofConfig =
    config?.state === "found" ? config.object.metadata.annotations?.[annotations.certificatesExpiry] : undefined;
  const told = own ?? ofConfig;
  if (told === undefined) return undefined;
  const time = Date.parse(told);
  return Number.isNaN(time) ? before : rfc3339(time);
}
