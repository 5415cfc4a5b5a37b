import { objectAt } from "@capstan/kube";
import { type PrinterColumn } from "./printer-column.ts";
import { ageColumn, column, nameColumn } from "./standard-columns.ts";

/** The columns of a Scale (autoscaling/v1). */
export const scaleColumns: readonly PrinterColumn[] = [
  nameColumn,
  column("Desired", (object) => objectAt(object, "spec")?.replicas ?? 0, { type: "integer" }),
  column("Available", (object) => objectAt(object, "status")?.replicas ?? 0, { type: "integer" }),
  ageColumn,
];
