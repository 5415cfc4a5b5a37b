import { isJsonObject, type JsonObject, jsonEqual, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { goQuote } from "../go/go-quote.ts";

/** The accepted names of a CRD, and the reasons for the others. */
export interface AcceptedNames {
  readonly names: JsonObject;
  readonly conflict: { readonly reason: string; readonly message: string } | undefined;
}

/** @param group - all CRDs of its group, including itself: a name belongs to the first CRD that had it. */
export function acceptNames(definition: ApiObject, group: readonly ApiObject[]): AcceptedNames {
  const wanted = objectAt(definition, "spec", "names") ?? {};
  const had = objectAt(definition, "status", "acceptedNames") ?? {};
  const taken = namesTaken(group);
  const names: Record<string, unknown> = { plural: "", kind: "", ...had };
  let conflict: AcceptedNames["conflict"];
  for (const { name, among, reason } of checked) {
    const problems = stringsOf(wanted[name])
      .filter((value) => !stringsOf(had[name]).includes(value) && taken[among].has(value))
      .map((value) => `${goQuote(value)} is already in use`);
    if (problems.length === 0) names[name] = wanted[name];
    else conflict = { reason, message: problems.length === 1 ? (problems[0] ?? "") : `[${problems.join(", ")}]` };
  }
  names.categories = wanted.categories;
  const stated = Object.entries(names).filter(([, value]) => value !== undefined);
  return { names: Object.fromEntries(stated), conflict };
}

/** Whether all names of a CRD are accepted. */
export function hasAllNames(definition: ApiObject): boolean {
  return jsonEqual(objectAt(definition, "spec", "names"), objectAt(definition, "status", "acceptedNames"));
}

const checked = [
  { name: "plural", among: "resources", reason: "PluralConflict" },
  { name: "singular", among: "resources", reason: "SingularConflict" },
  { name: "shortNames", among: "resources", reason: "ShortNamesConflict" },
  { name: "kind", among: "kinds", reason: "KindConflict" },
  { name: "listKind", among: "kinds", reason: "ListKindConflict" },
] as const;

function namesTaken(group: readonly ApiObject[]): Record<"resources" | "kinds", ReadonlySet<string>> {
  const accepted = group.map((definition) => objectAt(definition, "status", "acceptedNames") ?? {});
  const all = (...fields: readonly string[]): ReadonlySet<string> =>
    new Set(accepted.flatMap((names) => fields.flatMap((field) => stringsOf(names[field]))));
  return { resources: all("plural", "singular", "shortNames"), kinds: all("kind", "listKind") };
}

function stringsOf(value: unknown): string[] {
  return [value].flat().filter((item) => typeof item === "string");
}

/** A CRD with its accepted names, as served. */
export function asAccepted(definition: ApiObject): ApiObject {
  const accepted = objectAt(definition, "status", "acceptedNames");
  if (!isJsonObject(accepted) || (textAt(accepted, "plural") ?? "") === "") return definition;
  return { ...definition, spec: { ...objectAt(definition, "spec"), names: accepted } };
}

/** The CRDs in the group of the CRD `name`: `<plural>.<group>`. */
export function definitionsOfGroup(all: readonly ApiObject[], name: string): ApiObject[] {
  const group = name.slice(name.indexOf(".") + 1);
  return all.filter((definition) => textAt(definition, "spec", "group") === group);
}
