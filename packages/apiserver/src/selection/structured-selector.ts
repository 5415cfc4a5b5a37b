import { isRecord, type JsonObject, listAt, recordAt, stringAt } from "../json/record.ts";

type Labels = Readonly<Record<string, string>>;

/** Whether a `metav1.LabelSelector` selects these labels: an empty one selects all, one that makes no sense none. */
export function selects(selector: JsonObject, labels: Labels = {}): boolean {
  const wanted = Object.entries(recordAt(selector, "matchLabels") ?? {});
  return (
    wanted.every(([key, value]) => labels[key] === value) &&
    listAt(selector, "matchExpressions").every((requirement) => isRecord(requirement) && meets(requirement, labels))
  );
}

function meets(requirement: JsonObject, labels: Labels): boolean {
  const value = labels[stringAt(requirement, "key") ?? ""];
  const values = Array.isArray(requirement.values) ? requirement.values : [];
  const operator = stringAt(requirement, "operator") ?? "";
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    default:
      return false;
  }
}
