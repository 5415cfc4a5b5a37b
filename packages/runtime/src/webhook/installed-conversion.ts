import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import { placeholderClientConfig } from "./conversion-client-config.ts";

/** The conversion of a CRD's objects, as configured in the CRD on the server. */
export type InstalledConversion =
  /** No conversion is needed. */
  | { readonly by: "none" }
  /** The API server calls this URL. */
  | { readonly by: "url"; readonly url: string }
  | { readonly by: "service"; readonly name: string }
  /** The CRD has the placeholder that generators write before the webhook's address is known. */
  | { readonly by: "placeholder" };

interface ClientConfig {
  readonly url?: string;
  readonly service?: { readonly namespace?: string | undefined; readonly name?: string };
}

/** The conversion of an installed CRD. Pure. */
export function installedConversion(crd: CustomResourceDefinition): InstalledConversion {
  const { conversion, versions } = crd.spec;
  if (conversion?.strategy !== "Webhook" || isOneVersion(versions, crd.status?.storedVersions)) return { by: "none" };
  const { url, service } = clientConfigOf(conversion.webhook);
  if (url !== undefined) return { by: "url", url };
  const { namespace, name } = placeholderClientConfig.service;
  if (service === undefined || (service.namespace === namespace && service.name === name)) return { by: "placeholder" };
  return { by: "service", name: objectKeyText({ namespace: service.namespace, name: service.name ?? "" }) };
}

/** Whether only one version is served and has ever been stored, so that no conversion is needed. */
function isOneVersion(versions: readonly CustomResourceDefinitionVersion[], stored: readonly string[] = []): boolean {
  const served = versions.filter((version) => version.served);
  return served.every(({ storage, name }) => storage && stored.every((version) => version === name));
}

function clientConfigOf(webhook: unknown): ClientConfig {
  return (webhook as { readonly clientConfig?: ClientConfig } | undefined)?.clientConfig ?? {};
}
