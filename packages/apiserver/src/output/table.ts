import { type JsonObject } from "@capstan/kube";
import { type ResourceRequest } from "../request/request.ts";
import { badRequest } from "../status/status-error.ts";
import { type ApiObject } from "../object/api-object.ts";
import { createdColumn } from "../registry/columns/standard-columns.ts";
import { type PrinterColumn } from "../registry/columns/printer-column.ts";
import { scaleColumns } from "../registry/columns/scale-columns.ts";

export interface Table extends JsonObject {
  readonly kind: "Table";
  readonly apiVersion: "meta.k8s.io/v1";
  readonly metadata: JsonObject;
  readonly columnDefinitions: readonly JsonObject[];
  readonly rows: readonly JsonObject[] | null;
}

/** Objects as `kubectl get` shows them (meta.k8s.io/v1 Table). */
export function tableOf(
  request: ResourceRequest,
  objects: readonly ApiObject[],
  metadata: JsonObject,
  now: number,
): Table {
  const include = request.query.get("includeObject") ?? "";
  if (!["", "None", "Metadata", "Object"].includes(include)) {
    const why = `includeObject: Invalid value: ${JSON.stringify(include)}: must be 'Metadata', 'Object', 'None', or empty`;
    throw badRequest(`Unable to convert to Table as requested: ${why}`);
  }
  const columns = columnsOf(request);
  return {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata,
    columnDefinitions: columns.map(definitionOf),
    // Where there is nothing, kinds without columns of their own have no list either.
    rows:
      objects.length === 0 && columns.some(({ name }) => name === createdColumn.name)
        ? null
        : objects.map((object) => ({
            cells: columns.map((column) => column.value(object, now)),
            ...rowObject(object, include),
          })),
  };
}

/** A Scale has columns of its own. */
function columnsOf({ version, info }: ResourceRequest): readonly PrinterColumn[] {
  return info.subresource === "scale" ? scaleColumns : version.columns;
}

export function objectTable(request: ResourceRequest, object: ApiObject, now: number): Table {
  return tableOf(request, [object], { resourceVersion: object.metadata.resourceVersion }, now);
}

function definitionOf({ name, type, format = "", description, priority }: PrinterColumn): JsonObject {
  return { name, type, format, description, priority };
}

function rowObject(object: ApiObject, include: string): JsonObject {
  if (include === "None") return {};
  if (include === "Object") return { object };
  return { object: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: object.metadata } };
}
