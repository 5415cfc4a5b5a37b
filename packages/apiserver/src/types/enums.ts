import { isJsonObject, type JsonObject } from "@capstan/kube";
import { type FieldError, unsupported } from "../status/field-error.ts";
import { type Field, type FieldType, structType } from "./struct-type.ts";

/** Types whose values the server lists in another order than the alphabet's, or of which it accepts fewer. */
const orders: Readonly<Record<string, readonly string[]>> = {
  "core.v1.PodSpec.restartPolicy": ["Always", "OnFailure", "Never"],
  "core.v1.PodSpec.dnsPolicy": ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"],
  "core.v1.Taint.effect": ["NoSchedule", "PreferNoSchedule", "NoExecute"],
  "scheduling.v1.PriorityClass.preemptionPolicy": ["PreemptLowerPriority", "Never"],
  "storage.v1.StorageClass.reclaimPolicy": ["Delete", "Retain"],
};

/** Types that the rules of a kind check, with other messages. */
const checkedElsewhere: ReadonlySet<string> = new Set(["core.v1.ScopedResourceSelectorRequirement"]);

/** Validates the enum fields of an object, except for its status. */
export function checkEnums(object: JsonObject, name: string, path = ""): FieldError[] {
  if (checkedElsewhere.has(name)) return [];
  return structType(name).fields.flatMap((field) => {
    if (path === "" && (field.name === "status" || field.name === "metadata")) return [];
    return checkField(object, field, name, path);
  });
}

function checkField(object: JsonObject, field: Field, owner: string, path: string): FieldError[] {
  const { type, inline } = field;
  if (inline && type.kind === "struct") return checkEnums(object, type.name, path === "" ? " " : path);
  const value = object[field.name];
  const at = path.trim() === "" ? field.name : `${path}.${field.name}`;
  if (field.enum !== undefined && typeof value === "string" && value !== "" && !field.enum.includes(value)) {
    return [unsupported(at, value, orders[`${owner}.${field.name}`] ?? field.enum)];
  }
  return checkValue(value, type, at);
}

function checkValue(value: unknown, type: FieldType, at: string): FieldError[] {
  if (type.kind === "struct") return isJsonObject(value) ? checkEnums(value, type.name, at) : [];
  if (type.kind !== "list" || !Array.isArray(value)) return [];
  return value.flatMap((item: unknown, index) => checkValue(item, type.items, `${at}[${index}]`));
}
