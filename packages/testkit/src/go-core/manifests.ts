import { parseManifests } from "@capstan/kube";
import { ProgramError } from "../real/program-error.ts";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { CustomResourceDefinition } from "@capstan/contract";
import { convertedByURL, type Manifest, type WebhookEndpoint } from "../webhooks/webhook-endpoint.ts";

/** The components that the build of the Go controllers has a file for. */
export type GoComponents = "core" | "bootstrap" | "controlplane";

/**
 * The folder with the build of the Go controllers.
 *
 * @throws ProgramError neither `assets` nor the environment's CAPSTAN_CLUSTER_API_ASSETS names it.
 */
export function clusterApiAssets(assets = process.env.CAPSTAN_CLUSTER_API_ASSETS): string {
  if (assets === undefined || assets === "") {
    throw new ProgramError(
      "Set CAPSTAN_CLUSTER_API_ASSETS or pass `assets`: the folder with core-manager and manifests/core.yaml.",
    );
  }
  return assets;
}

/** All objects of a components file, in order. */
export function readManifests(components: GoComponents, assets?: string): Manifest[] {
  const file = path.join(clusterApiAssets(assets), "manifests", `${components}.yaml`);
  return parseManifests(file, readFileSync(file, "utf8")) as Manifest[];
}

/**
 * The upstream CRDs of a components file, converted by the webhook at `endpoint`; without it, all versions differ only in apiVersion.
 *
 * @example
 * <!-- no-run: needs a build of the Go managers, CAPSTAN_CLUSTER_API_ASSETS -->
 * ```ts
 * import { TestEnvironment, upstreamCRDs } from "@capstan/testkit";
 *
 * await using env = await TestEnvironment.start({ coreCRDs: upstreamCRDs("core") });
 * console.log(env.writes());
 * ```
 */
export function upstreamCRDs(
  components: GoComponents,
  options: { readonly assets?: string; readonly endpoint?: WebhookEndpoint } = {},
): CustomResourceDefinition[] {
  const crds = readManifests(components, options.assets).filter(({ kind }) => kind === "CustomResourceDefinition");
  const { endpoint } = options;
  return (crds as unknown as CustomResourceDefinition[]).map((crd) =>
    endpoint === undefined
      ? { ...crd, spec: { ...crd.spec, conversion: { strategy: "None" } } }
      : convertedByURL(crd, endpoint),
  );
}
