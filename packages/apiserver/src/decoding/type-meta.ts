import { isJsonObject } from "@capstan/kube";
import { jsonKind } from "../go/json-kind.ts";

const prefix = "couldn't get version/kind; json parse error: ";

/** Why Go cannot decode the type of a value; undefined if it can. */
export function goTypeMetaProblem(value: unknown): string | undefined {
  if (!isJsonObject(value)) {
    const typeMeta =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    return `${prefix}json: cannot unmarshal ${jsonKind(value)} into Go value of type ${typeMeta}`;
  }
  const { kind, apiVersion } = value;
  if (kind !== undefined && kind !== null && typeof kind !== "string") {
    return `${prefix}json: cannot unmarshal ${jsonKind(kind)} into Go struct field .kind of type string`;
  }
  if (typeof apiVersion !== "string" || !/\/.*\//.test(apiVersion)) return undefined;
  return `unexpected GroupVersion string: ${apiVersion}`;
}
