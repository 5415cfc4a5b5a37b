import { type JsonObject } from "@capstan/kube";
import { type ResourceRequest } from "../request/request.ts";
import { badRequest } from "../status/status-error.ts";
import { type ApiObject } from "../object/api-object.ts";
import { createdColumn, type PrinterColumn, scaleColumns } from "../registry/columns/standard-columns.ts";
import { type MetaVersion, partialMetadata } from "./partial-metadata.ts";

export interface Table extends JsonObject {
  readonly kind: "Table";
  readonly apiVersion: MetaVersion;
  readonly metadata: JsonObject;
  /** null if the client has them already. */
  readonly columnDefinitions: readonly JsonObject[] | null;
  readonly rows: readonly JsonObject[] | null;
}

interface TableOptions {
  /** The current time, for ages, in milliseconds since 1970. */
  readonly now: number;
  readonly metaVersion: MetaVersion;
}

/** Objects in the format of `kubectl get` (meta.k8s.io/v1 Table). */
export function tableOf(
  request: ResourceRequest,
  objects: readonly ApiObject[],
  metadata: JsonObject,
  { now, metaVersion }: TableOptions,
): Table {
  const include = request.query.get("includeObject") ?? "";
  if (!["", "None", "Metadata", "Object"].includes(include)) {
    const why = `includeObject: Invalid value: ${JSON.stringify(include)}: must be 'Metadata', 'Object', 'None', or empty`;
    throw badRequest(`Unable to convert to Table as requested: ${why}`);
  }
  const columns = columnsOf(request);
  return {
    kind: "Table",
    apiVersion: metaVersion,
    metadata,
    columnDefinitions: columns.map(definitionOf),
    // Without objects, kinds without their own columns have no list either.
    rows:
      objects.length === 0 && columns.some(({ name }) => name === createdColumn.name)
        ? null
        : objects.map((object) => ({
            cells: columns.map((column) => cellOf(column.value(object, now))),
            ...rowObject(object, include, metaVersion),
          })),
  };
}

/** A bookmark has no name, and its table has an empty string instead. */
function cellOf(value: unknown): unknown {
  return value === undefined ? "" : value;
}

/** A Scale has its own columns. */
function columnsOf({ version, info }: ResourceRequest): readonly PrinterColumn[] {
  return info.subresource === "scale" ? scaleColumns : version.columns;
}

export function objectTable(request: ResourceRequest, object: ApiObject, options: TableOptions): Table {
  return tableOf(request, [object], { resourceVersion: object.metadata.resourceVersion }, options);
}

function definitionOf({ name, type, format = "", description, priority }: PrinterColumn): JsonObject {
  return { name, type, format, description, priority };
}

function rowObject(object: ApiObject, include: string, metaVersion: MetaVersion): JsonObject {
  if (include === "None") return { object: null };
  if (include === "Object") return { object };
  return { object: partialMetadata(object, metaVersion) };
}
