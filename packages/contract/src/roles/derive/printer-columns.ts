import { optional } from "@capstan/kube";
import { type PrinterColumn } from "../../kubernetes/custom-resource-definition.ts";
import { labels } from "../../names/labels.ts";
import { type ContractVersion } from "../../versions/contract-version.ts";
import { type RoleColumn } from "../role.ts";
import { type ProviderRole, roleOf } from "../roles.ts";
import { fieldOf, type PlacedField } from "./places.ts";

/** The age of an object, which `kubectl get` shows for kinds without their own columns. */
export const ageColumn: PrinterColumn = { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" };

const clusterColumn: PrinterColumn = {
  name: "Cluster",
  type: "string",
  jsonPath: `.metadata.labels['${labels.clusterName.replaceAll(".", "\\.")}']`,
};

const readyColumns: readonly PrinterColumn[] = [
  { name: "Ready", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  { name: "Reason", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].reason', priority: 1 },
];

/**
 * The columns of `kubectl get` for a kind of the role: the Cluster, fields of the contract, the kind's own columns, the condition Ready,
 * and the age.
 *
 * @param has - whether the kind has a field of the contract; a missing field has no column.
 * @param own - columns of fields that do not belong to the contract. Default: no columns.
 */
export function printerColumns(
  role: ProviderRole,
  contract: ContractVersion,
  has: (field: PlacedField) => boolean,
  own: readonly PrinterColumn[] = [],
): PrinterColumn[] {
  const ofFields = roleOf(role).columns.flatMap((column) => {
    const placed = fieldOf(role, column.field, contract);
    return has(placed) ? [columnOf(placed, column)] : [];
  });
  const ready = has(fieldOf(role, "conditions", contract)) ? readyColumns : [];
  return [clusterColumn, ...ofFields, ...own, ...ready, ageColumn];
}

function columnOf({ place }: PlacedField, { name, below, wide }: RoleColumn): PrinterColumn {
  const { type: jsonType } = place.schema as { readonly type?: string };
  const type = jsonType === "boolean" || jsonType === "integer" ? jsonType : "string";
  const jsonPath = below === undefined ? `.${place.path}` : `.${place.path}.${below}`;
  return { name, type, jsonPath, ...optional("priority", wide === true ? 1 : undefined) };
}
