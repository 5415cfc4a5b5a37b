import process from "node:process";
import { installedCoreCRDs } from "@capstan/testkit";
import type { CustomResourceDefinition } from "@capstan/contract";

/** Whether they are Capstan's, whose schemas contain the checks that upstream has only in the Go core's webhooks. */
export const areOwnCRDs = (process.env.CAPSTAN_CORE_CRDS ?? "") === "";

/** The CRDs of the core's kinds: Capstan's or, with CAPSTAN_CORE_CRDS=<folder>, those of that folder. */
export const coreCRDs = installedCoreCRDs();

const rules = new Set(["x-kubernetes-validations", "pattern", "enum"]);

/** The core's CRDs as on a server without admission webhooks: with fields, but without rules for values. */
export function crdsWithoutRules(): readonly CustomResourceDefinition[] {
  const text = JSON.stringify(coreCRDs);
  return JSON.parse(text, function (this: unknown, key: string, value: unknown) {
    return rules.has(key) && !Array.isArray(this) ? undefined : value;
  }) as CustomResourceDefinition[];
}
