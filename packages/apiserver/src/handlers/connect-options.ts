import { type ApiObject } from "../object/api-object.ts";
import { type Subresource } from "../registry/resource.ts";
import { shape } from "../types/shape.ts";
import { type FieldType, structType } from "../types/struct-type.ts";

/** The query of a connect request, as an object of its options kind: `PodExecOptions`. */
export function connectOptions({ kind }: Pick<Subresource, "kind">, query: URLSearchParams): ApiObject {
  const type = `core.v1.${kind}`;
  const stated = structType(type).fields.flatMap((field): [string, unknown][] => {
    const values = query.getAll(field.name);
    return values.length === 0 ? [] : [[field.name, valueOf(field.type, values)]];
  });
  // It has no metadata, which nothing reads.
  return shape({ kind, apiVersion: "v1", ...Object.fromEntries(stated) }, type) as ApiObject;
}

/** Reads repeated query parameters as Go does: into lists; otherwise the first value counts. */
function valueOf(type: FieldType, values: readonly string[]): unknown {
  if (type.kind === "list") return values.map((value) => valueOf(type.items, [value]));
  const [value = ""] = values;
  if (type.kind !== "scalar") return value;
  if (type.scalar === "bool") return value.toLowerCase() !== "false" && value !== "0";
  return type.scalar === "int32" ? Number(value) : value;
}
