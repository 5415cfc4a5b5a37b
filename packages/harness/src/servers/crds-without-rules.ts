import type { CustomResourceDefinition } from "@capstan/contract";
import { coreCRDs } from "./core-crds.ts";

const rules = new Set(["x-kubernetes-validations", "pattern", "enum"]);

/** The core's CRDs as a server may have them whose objects no webhook looks at: with fields, and without what values may be. */
export function crdsWithoutRules(): readonly CustomResourceDefinition[] {
  const text = JSON.stringify(coreCRDs);
  return JSON.parse(text, function (this: unknown, key: string, value: unknown) {
    return rules.has(key) && !Array.isArray(this) ? undefined : value;
  }) as CustomResourceDefinition[];
}
