import { parseManifests } from "@capstan/kube";
import { ProgramError } from "../real/program-error.ts";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { CustomResourceDefinition, KubernetesObject } from "@capstan/contract";

/** An object of a components file; its fields beyond the metadata depend on its kind. */
export type Manifest = KubernetesObject & Readonly<Record<string, unknown>>;

/** Where the webhooks of a manager are reached that runs outside the cluster. */
export interface WebhookEndpoint {
  /** `https://127.0.0.1:9443` */
  readonly url: string;
  /** PEM. */
  readonly certificateAuthority: string;
}

/** The components that the build of the Go controllers has a file of. */
export type GoComponents = "core" | "bootstrap" | "controlplane";

/**
 * The folder with the build of the Go controllers.
 *
 * @throws ProgramError neither `assets` nor the environment's CAPSTAN_CLUSTER_API_ASSETS names one.
 */
export function clusterApiAssets(assets = process.env.CAPSTAN_CLUSTER_API_ASSETS): string {
  if (assets === undefined || assets === "") {
    throw new ProgramError(
      "Set CAPSTAN_CLUSTER_API_ASSETS or pass `assets`: the folder with core-manager and manifests/core.yaml.",
    );
  }
  return assets;
}

/** All objects of a components file, in its order. */
export function readManifests(components: GoComponents, assets?: string): Manifest[] {
  const file = path.join(clusterApiAssets(assets), "manifests", `${components}.yaml`);
  return parseManifests(file, readFileSync(file, "utf8")) as Manifest[];
}

/**
 * The upstream CRDs of a components file, converted by the webhook at `endpoint`; without one all versions differ only in
 * apiVersion.
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
  return (crds as unknown as CustomResourceDefinition[]).map((crd) => {
    const conversion =
      options.endpoint === undefined
        ? { strategy: "None" }
        : {
            strategy: "Webhook",
            webhook: { clientConfig: clientConfig(options.endpoint, "/convert"), conversionReviewVersions: ["v1"] },
          };
    return { ...crd, spec: { ...crd.spec, conversion } } as CustomResourceDefinition;
  });
}

interface Webhook {
  readonly clientConfig: { readonly service: { readonly path: string } };
}

/** A Mutating- or ValidatingWebhookConfiguration whose webhooks are called by URL, not through a Service. */
export function calledByURL(configuration: Manifest, endpoint: WebhookEndpoint): Manifest {
  const webhooks = (configuration.webhooks as readonly Webhook[]).map((webhook) => ({
    ...webhook,
    clientConfig: clientConfig(endpoint, webhook.clientConfig.service.path),
  }));
  return { ...configuration, webhooks };
}

function clientConfig(endpoint: WebhookEndpoint, urlPath: string): { url: string; caBundle: string } {
  return {
    url: `${endpoint.url}${urlPath}`,
    caBundle: Buffer.from(endpoint.certificateAuthority).toString("base64"),
  };
}
