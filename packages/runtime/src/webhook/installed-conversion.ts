import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import { placeholderClientConfig } from "./conversion-client-config.ts";

/** Who converts the objects of a CRD between its versions, as the CRD on the server says. */
export type InstalledConversion =
  /** No conversion is needed. */
  | { readonly by: "none" }
  /** The server asks there. */
  | { readonly by: "url"; readonly url: string }
  | { readonly by: "service"; readonly name: string }
  /** The CRD has what generators write for a webhook whose place is not known yet. */
  | { readonly by: "placeholder" };

interface ClientConfig {
  readonly url?: string;
  readonly service?: { readonly namespace?: string; readonly name?: string };
}

/** Who converts the objects of a CRD that is on the server. Pure. */
export function installedConversion(crd: CustomResourceDefinition): InstalledConversion {
  const { conversion, versions } = crd.spec;
  if (conversion?.strategy !== "Webhook" || isOneVersion(versions, crd.status?.storedVersions)) return { by: "none" };
  const { url, service } = clientConfigOf(conversion.webhook);
  if (url !== undefined) return { by: "url", url };
  const { namespace, name } = placeholderClientConfig.service;
  if (service === undefined || (service.namespace === namespace && service.name === name)) return { by: "placeholder" };
  return { by: "service", name: objectKeyText({ namespace: service.namespace, name: service.name ?? "" }) };
}

/** Objects are asked for, and have ever been stored, in one version only: there is nothing to convert. */
function isOneVersion(versions: readonly CustomResourceDefinitionVersion[], stored: readonly string[] = []): boolean {
  const served = versions.filter((version) => version.served);
  return served.every(({ storage, name }) => storage && stored.every((version) => version === name));
}

function clientConfigOf(webhook: unknown): ClientConfig {
  return (webhook as { readonly clientConfig?: ClientConfig } | undefined)?.clientConfig ?? {};
}
