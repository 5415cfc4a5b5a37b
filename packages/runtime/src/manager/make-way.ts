import type { CustomResourceDefinition as Definition } from "@capstan/contract";

interface Conversion {
  readonly strategy?: string;
  readonly webhook?: { readonly clientConfig?: { readonly url?: string; readonly service?: object } };
}

/**
 * The merge patch that removes the conversion of a stored CRD that conflicts with the new CRD; `undefined` if there is no conflict. A
 * webhook may have either a URL or a Service, and server-side apply keeps fields of other field managers: without this patch a CRD could
 * never change from one to the other. Pure.
 */
export function makeWayFor(crd: Definition, stored: Definition): object | undefined {
  const [wanted, found] = [conversionOf(crd), conversionOf(stored)];
  if (wanted.webhook === undefined) {
    return found.webhook === undefined ? undefined : { spec: { conversion: { strategy: "None", webhook: null } } };
  }
  const { url, service } = found.webhook?.clientConfig ?? {};
  const { clientConfig } = wanted.webhook;
  const isInTheWay =
    (url !== undefined && clientConfig?.url === undefined) ||
    (service !== undefined && clientConfig?.service === undefined);
  if (!isInTheWay) return undefined;
  const without = { url: null, service: null, caBundle: null };
  return { spec: { conversion: { webhook: { clientConfig: { ...without, ...clientConfig } } } } };
}

function conversionOf({ spec }: Definition): Conversion {
  return (spec.conversion as Conversion | undefined) ?? {};
}
