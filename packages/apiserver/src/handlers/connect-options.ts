import { type ApiObject } from "../object/api-object.ts";
import { type Subresource } from "../registry/resource.ts";
import { shape } from "../types/shape.ts";
import { type FieldType, structType } from "../types/struct-type.ts";

/** What a request states that connects to something, as an object of the kind that Kubernetes has for that: `PodExecOptions`. */
export function connectOptions({ kind }: Pick<Subresource, "kind">, query: URLSearchParams): ApiObject {
  const type = `core.v1.${kind}`;
  const stated = structType(type).fields.flatMap((field): [string, unknown][] => {
    const values = query.getAll(field.name);
    return values.length === 0 ? [] : [[field.name, valueOf(field.type, values)]];
  });
  // It has no metadata, which nothing looks at.
  return shape({ kind, apiVersion: "v1", ...Object.fromEntries(stated) }, type) as ApiObject;
}

/** As Go reads what is repeated in a query: into lists; otherwise the first one counts. */
function valueOf(type: FieldType, values: readonly string[]): unknown {
  if (type.kind === "list") return values.map((value) => valueOf(type.items, [value]));
  const [value = ""] = values;
  if (type.kind !== "scalar") return value;
  if (type.scalar === "bool") return value.toLowerCase() !== "false" && value !== "0";
  return type.scalar === "int32" ? Number(value) : value;
}
