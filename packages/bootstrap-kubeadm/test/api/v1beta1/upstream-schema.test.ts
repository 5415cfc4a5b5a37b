import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { schemaDifferences } from "../schema-differences.ts";
import { KubeadmConfig } from "../../../src/api/kubeadm-config.ts";

const { CAPSTAN_REFERENCE_CRDS, CAPSTAN_CLUSTER_API_ASSETS } = process.env;
const folder =
  CAPSTAN_REFERENCE_CRDS ??
  (CAPSTAN_CLUSTER_API_ASSETS === undefined ? undefined : path.join(CAPSTAN_CLUSTER_API_ASSETS, "crds"));

// Upstream rejects other values in its admission and conversion webhooks; the schema rejects them immediately.
const patterns = [
  "clusterConfiguration.apiServer.timeoutForControlPlane pattern",
  "initConfiguration.bootstrapTokens[].token pattern",
  "initConfiguration.bootstrapTokens[].ttl pattern",
  "joinConfiguration.discovery.timeout pattern",
];

/** The differences, each with its reason. */
const known = {
  kubeadmconfigs: patterns.map((place) => `spec.${place}`),
  kubeadmconfigtemplates: patterns.map((place) => `spec.template.spec.${place}`),
};

interface CRD {
  readonly spec: {
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: unknown } }[];
  };
}

describe.runIf(folder !== undefined)("compared with the upstream CRD of v1beta1", () => {
  test.each([
    ["kubeadmconfigs", 0],
    ["kubeadmconfigtemplates", 1],
  ] as const)("%s: every field has the same type, bounds, enum, default and required flag", (plural, index) => {
    const upstream = upstreamCRD(plural);
    const ours = KubeadmConfig.crds[index] as unknown as CRD;
    const differences = schemaDifferences(schemaOf(upstream), schemaOf(ours));
    expect(differences.map((difference) => difference.path)).toEqual(known[plural]);
  });
});

function upstreamCRD(plural: string): CRD {
  const file = path.join(folder ?? "", "bootstrap", `bootstrap.cluster.x-k8s.io_${plural}.yaml`);
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  return load(readFileSync(file, "utf8")) as CRD;
}

function schemaOf(crd: CRD): unknown {
  return crd.spec.versions.find(({ name }) => name === "v1beta1")?.schema.openAPIV3Schema;
}
