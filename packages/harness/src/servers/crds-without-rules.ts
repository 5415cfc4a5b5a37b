import type { CustomResourceDefinition } from "@capstan/contract";
import { coreCRDs } from "./core-crds.ts";

const rules = new Set(["x-kubernetes-validations", "pattern", "enum"]);

/** The core's CRDs as on a server without admission webhooks: with fields, but without rules for values. */
export function crdsWithoutRules(): readonly CustomResourceDefinition[] {
  const text = JSON.stringify(coreCRDs);
  return JSON.parse(text, function (this: unknown, key: string, value: unknown) {
    return rules.has(key) && !Array.isArray(this) ? undefined : value;
  }) as CustomResourceDefinition[];
}
