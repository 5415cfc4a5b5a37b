import { annotations, type DeepReadonly, labels, type Machine } from "@capstan/contract";
import { rfc3339 } from "../../conditions/apply.ts";
import { type ObservedReference } from "../../references/reference.ts";

/**
 * `status.certificatesExpiryDate` of a control plane Machine, which tells a control plane provider when to replace the Machine: the value
 * of the Machine's annotation or, without the annotation, of its BootstrapConfig's. Other Machines keep their value, and so does a Machine
 * whose annotation is not a date or whose config cannot be read now.
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
  const date = own ?? ofConfig;
  if (date === undefined) return undefined;
  const time = Date.parse(date);
  return Number.isNaN(time) ? before : rfc3339(time);
}
