import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { KubeadmConfig } from "../../src/index.ts";
import { schemaDifferences } from "./schema-differences.ts";

const { CAPSTAN_REFERENCE_CRDS, CAPSTAN_CLUSTER_API_ASSETS } = process.env;
const folder =
  CAPSTAN_REFERENCE_CRDS ??
  (CAPSTAN_CLUSTER_API_ASSETS === undefined ? undefined : path.join(CAPSTAN_CLUSTER_API_ASSETS, "crds"));

// Upstream's webhook rejects invalid tokens; without a webhook, the schema must.
const token = "initConfiguration.bootstrapTokens[].token pattern";

/** The differences, each with its reason. */
const known = {
  kubeadmconfigs: [`spec.${token}`],
  kubeadmconfigtemplates: [`spec.template.spec.${token}`],
};

interface CRD {
  readonly spec: {
    readonly names: object;
    readonly scope: string;
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: unknown } }[];
  };
}

describe.runIf(folder !== undefined)("compared with the upstream CRD of v1beta2", () => {
  test.each([
    ["kubeadmconfigs", 0],
    ["kubeadmconfigtemplates", 1],
  ] as const)("%s: every field has the same type, bounds, enum, default and required flag", (plural, index) => {
    // given the CRD as Cluster API ships it
    const upstream = upstreamCRD(plural);
    const ours = KubeadmConfig.crds[index] as unknown as CRD;

    // when it is compared with Capstan's
    const differences = schemaDifferences(schemaOf(upstream), schemaOf(ours));

    // then only the known differences are found
    expect(differences.map((difference) => difference.path)).toEqual(known[plural]);
    expect(ours.spec.names).toEqual(upstream.spec.names);
    expect(ours.spec.scope).toBe(upstream.spec.scope);
  });
});

describe("schemaDifferences", () => {
  const field = { type: "string", minLength: 1, description: "a" };

  test.each([
    ["nothing", field, { ...field, description: "b" }, []],
    ["a bound", field, { ...field, minLength: 2 }, [" minLength"]],
    ["an enum in another order", { enum: ["a", "b"] }, { enum: ["b", "a"] }, []],
    ["a missing field", { properties: { a: field } }, { properties: {} }, ["a"]],
    ["a field too many", {}, { properties: { a: field } }, ["a"]],
    ["an item", { items: field }, { items: { ...field, type: "integer" } }, ["[] type"]],
    ["a default of a nested field", { properties: { a: { default: "" } } }, { properties: { a: {} } }, ["a default"]],
    ["the values of a map", { additionalProperties: field }, {}, ["{}"]],
  ])("finds %s", (_what, upstream, ours, places) => {
    expect(schemaDifferences(upstream, ours).map((difference) => difference.path)).toEqual(places);
  });
});

function upstreamCRD(plural: string): CRD {
  const file = path.join(folder ?? "", "bootstrap", `bootstrap.cluster.x-k8s.io_${plural}.yaml`);
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  return load(readFileSync(file, "utf8")) as CRD;
}

function schemaOf(crd: CRD): unknown {
  return crd.spec.versions.find(({ name }) => name === "v1beta2")?.schema.openAPIV3Schema;
}
