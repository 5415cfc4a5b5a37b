import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { coreCRDs as ours, type CustomResourceDefinition } from "@capstan/contract";
import { loadAll } from "js-yaml";

const folder = process.env.CAPSTAN_CORE_CRDS ?? "";

/** Whether they are ours, whose schemas say what upstream says in the webhooks of the Go core only. */
export const areOwnCRDs = folder === "";

/**
 * The CRDs of the core's kinds: ours, or with CAPSTAN_CORE_CRDS=<folder> those of that folder, whose versions then differ in
 * their apiVersion alone.
 */
export const coreCRDs: readonly CustomResourceDefinition[] = areOwnCRDs ? ours : readCRDs(folder);

function readCRDs(from: string): CustomResourceDefinition[] {
  return globSync("*.yaml", { cwd: from })
    .toSorted()
    .flatMap((file) => loadAll(readFileSync(path.join(from, file), "utf8")) as CustomResourceDefinition[])
    .map((crd) => ({ ...crd, spec: { ...crd.spec, conversion: { strategy: "None" } } }));
}
