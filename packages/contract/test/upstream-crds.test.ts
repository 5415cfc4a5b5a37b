import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CustomResourceDefinition, type StructuralSchema } from "@capstan/contract";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { crdOf } from "../src/api/core-crds.ts";
import { type CoreKind, coreKinds } from "../src/api/core-kinds.ts";
import { machineDrainRuleFields } from "../src/api/machine-drain-rule.ts";

// A folder with Cluster API's CRDs from controller-gen: cluster.x-k8s.io_machines.yaml and so on.
const assets = process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "";
const folder = assets === "" ? "" : join(assets, "crds/core");

type Json = Readonly<Record<string, unknown>>;

/** Omits the rules that Cluster API implements in webhooks, which its CRDs lack. */
const definitions: readonly CustomResourceDefinition[] = [
  ...Object.values<CoreKind>(coreKinds).map((kind) =>
    crdOf({ ...kind, v1beta1: { ...kind.v1beta1, admission: [] }, v1beta2: { ...kind.v1beta2, admission: [] } }),
  ),
  machineDrainRuleFields,
];

describe.runIf(existsSync(folder))("the core CRDs compared with those of Cluster API", () => {
  const pairs = definitions.flatMap((crd) => crd.spec.versions.map((version) => ({ crd, version })));

  test.each(pairs)("$crd.spec.names.kind $version.name has the same fields and bounds", ({ crd, version }) => {
    const reference = upstream(crd).spec.versions.find((candidate) => candidate.name === version.name);
    const ours = facts(version.schema.openAPIV3Schema);
    const expected = facts(reference?.schema.openAPIV3Schema ?? {});
    for (const [path, fact] of [...ours].filter(isIntended)) {
      ours.delete(path);
      if (fact === granular) expected.delete(path);
    }
    const differences = [...new Set([...ours.keys(), ...expected.keys()])]
      .filter((path) => ours.get(path) !== expected.get(path))
      .map((path) => `${path}: ours ${String(ours.get(path))}, upstream ${String(expected.get(path))}`);
    expect(differences).toEqual([]);
  });

  test.each(pairs)("$crd.spec.names.kind $version.name has the same columns and subresources", ({ crd, version }) => {
    const theirs = upstream(crd);
    const reference = theirs.spec.versions.find((candidate) => candidate.name === version.name);
    const shown = (columns: Json[] = []) => columns.map((column) => ({ ...column, description: "" }));
    expect(shown(version.additionalPrinterColumns as unknown as Json[])).toEqual(
      shown(reference?.additionalPrinterColumns as unknown as Json[]),
    );
    expect(version.subresources).toEqual(reference?.subresources);
    expect([version.served, version.storage, version.deprecated]).toEqual([
      reference?.served,
      reference?.storage,
      reference?.deprecated,
    ]);
    expect(crd.spec.names).toEqual(theirs.spec.names);
  });
});

/**
 * Capstan's schema rejects what upstream's webhook rejects, and the selectors of sets are granular, so that the core can add labels to
 * them.
 */
function isIntended([path, fact]: readonly [string, string]): boolean {
  return path.endsWith("bootstrap anyOf") || (path === ".spec.selector x-kubernetes-map-type" && fact === granular);
}

const granular = JSON.stringify("granular");

function upstream(crd: CustomResourceDefinition): CustomResourceDefinition {
  const file = join(folder, `cluster.x-k8s.io_${crd.spec.names.plural}.yaml`);
  return load(readFileSync(file, "utf8")) as CustomResourceDefinition;
}

/** Every field with its requirements, without descriptions. */
function facts(schema: StructuralSchema, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(schema) as [string, unknown][]) {
    if (key === "description" || key === "items" || key === "properties" || key === "additionalProperties") continue;
    found.set(`${path} ${key}`, JSON.stringify(stable(key, value)));
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) add(property, `${path}.${name}`);
  if (schema.items !== undefined) add(schema.items, `${path}[]`);
  if (schema.additionalProperties !== undefined) add(schema.additionalProperties, `${path}{}`);
  return found;

  function add(child: StructuralSchema, childPath: string): void {
    for (const [key, value] of facts(child, childPath)) found.set(key, value);
  }
}

/** The order of required fields and the wording of messages are irrelevant. */
function stable(key: string, value: unknown): unknown {
  if (key === "required") return (value as string[]).toSorted();
  if (key === "x-kubernetes-validations") return (value as { rule: string }[]).map(({ rule }) => rule);
  return value;
}
