import { objectAt } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";

export const nameColumn: PrinterColumn = {
  name: "Name",
  type: "string",
  format: "name",
  description:
    "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names",
  priority: 0,
  value: (object) => object.metadata.name,
};

export const ageColumn: PrinterColumn = {
  name: "Age",
  type: "string",
  description:
    "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
  priority: 0,
  value: (object, now) => ageOf(object.metadata.creationTimestamp, now),
};

/** For kinds without their own columns. */
export const createdColumn: PrinterColumn = {
  name: "Created At",
  type: "date",
  description: ageColumn.description,
  priority: 0,
  value: (object) => object.metadata.creationTimestamp ?? null,
};

/** A column with the string at a path. */
export function column(
  name: string,
  value: PrinterColumn["value"],
  options: { type?: string; priority?: number } = {},
): PrinterColumn {
  return { name, type: options.type ?? "string", description: name, priority: options.priority ?? 0, value };
}

/** The age of a timestamp, as tables show it. */
export function ageOf(timestamp: string | undefined, now: number): string {
  const then = timestamp === undefined ? Number.NaN : Date.parse(timestamp);
  return Number.isNaN(then) ? "<unknown>" : humanDuration(now - then);
}

/** A duration in at most two units, as kubectl formats ages: 5s, 3m20s, 2d4h, 3y12d. */
export function humanDuration(durationMs: number): string {
  const seconds = Math.trunc(durationMs / 1000);
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(seconds / 60);
  if (minutes < 10) return pair(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(minutes / 60);
  if (hours < 8) return pair(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (hours < 24 * 8) return pair(days, "d", hours % 24, "h");
  if (hours < 24 * 365 * 2) return `${days}d`;
  const years = Math.trunc(days / 365);
  return days < 365 * 8 ? pair(years, "y", days % 365, "d") : `${years}y`;
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}

/** One column of a Table. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description: string;
  readonly priority: number;
  /** The cell, at a time of the server's clock. */
  readonly value: (object: ApiObject, now: number) => unknown;
}

/** The columns of a Scale (autoscaling/v1). */
export const scaleColumns: readonly PrinterColumn[] = [
  nameColumn,
  column("Desired", (object) => objectAt(object, "spec")?.replicas ?? 0, { type: "integer" }),
  column("Available", (object) => objectAt(object, "status")?.replicas ?? 0, { type: "integer" }),
  ageColumn,
];
