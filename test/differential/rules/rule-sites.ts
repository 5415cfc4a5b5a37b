import { isJsonObject, type JsonObject, jsonEqual, listAt, objectAt } from "@capstan/kube";
import { definitionsIn } from "../servers/definitions-in.ts";

/** A schema with its own rules, from a definition. */
export interface RuleSite {
  /** The definition, its version, and the path in the schema. */
  readonly name: string;
  readonly schema: JsonObject;
  /** The literals that the rules compare with. */
  readonly words: readonly string[];
}

/** The schemas with rules in all definitions below the folders, without duplicates. */
export function ruleSites(folders: readonly string[]): RuleSite[] {
  const sites: RuleSite[] = [];
  for (const definition of folders.flatMap(definitionsIn)) {
    for (const version of listAt(definition, "spec", "versions")) {
      const schema = objectAt(version, "schema", "openAPIV3Schema");
      if (schema !== undefined) collect(schema, String(objectAt(definition, "metadata")?.name), sites);
    }
  }
  return sites;
}

function collect(schema: JsonObject, name: string, sites: RuleSite[]): void {
  const rules = listAt(schema, "x-kubernetes-validations");
  if (rules.length > 0 && !sites.some((site) => jsonEqual(site.schema, schema))) {
    const words = rules.flatMap((rule) =>
      Array.from(JSON.stringify(rule).matchAll(/'([^']*)'/g), ([, word = ""]) => word),
    );
    sites.push({ name, schema, words });
  }
  for (const [key, property] of Object.entries(objectAt(schema, "properties") ?? {})) {
    if (isJsonObject(property)) collect(property, `${name}.${key}`, sites);
  }
  for (const key of ["items", "additionalProperties"]) {
    const part = objectAt(schema, key);
    if (part !== undefined) collect(part, `${name}.${key}`, sites);
  }
}
