import { isJsonObject } from "@capstan/kube";
import { parseProviderLabel } from "../../names/provider-types.ts";
import { labelOf } from "../rule/json.ts";
import { type Fault } from "../rule/rule.ts";
import { type Bundle } from "./bundle.ts";

const form = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*((:=|=|:-)[^$]*)?$/;

/** A string in a document in which clusterctl looks for variables. */
export interface TextInDocument {
  readonly path: string;
  readonly text: string;
}

/** Every string of a document, including keys. */
export function* stringsIn(value: unknown, path = ""): Iterable<TextInDocument> {
  if (typeof value === "string") yield { path, text: value };
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* stringsIn(item, `${path}[${String(index)}]`);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* stringsIn(item, path === "" ? key : `${path}.${key}`);
  }
}

/** The variables in a string, by name; `undefined` for a form that clusterctl does not support. */
export function variablesIn(text: string): { readonly text: string; readonly name: string | undefined }[] {
  // `$${X}` is an escaped dollar sign.
  return [...text.matchAll(/(?<!\$)\$\{([^}]*)\}/g)].map((match) => ({
    text: match[0],
    name: form.exec(match[1] ?? "")?.[1],
  }));
}

export function* variableFaults({ sources, provider, isCore }: Bundle): Iterable<Fault> {
  const prefix = (parseProviderLabel(provider)?.name ?? provider).toUpperCase().replaceAll(/[^A-Z0-9]/g, "_");
  for (const document of sources.filter(({ kind }) => kind !== "CustomResourceDefinition")) {
    for (const { path, text } of stringsIn(document)) {
      for (const variable of variablesIn(text)) {
        if (variable.name === undefined) {
          const expected = "${VAR}, ${VAR:=x}, ${VAR=x} or ${VAR:-x}";
          yield { object: labelOf(document), path, expected, actual: variable.text };
        } else if (!isCore && !variable.name.startsWith(`${prefix}_`)) {
          yield {
            object: labelOf(document),
            path,
            expected: `a name beginning with ${prefix}_`,
            actual: variable.name,
          };
        }
      }
    }
  }
}
