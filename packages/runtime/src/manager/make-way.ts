import type { CustomResourceDefinition as Definition } from "@capstan/contract";

interface Conversion {
  readonly strategy?: string;
  readonly webhook?: { readonly clientConfig?: { readonly url?: string; readonly service?: object } };
}

/**
 * The merge patch that removes from a stored CRD how its objects were converted, where the new CRD says otherwise; `undefined` if
 * nothing is in the way. Of a webhook's URL and its Service there may be one only, and server-side apply leaves alone what another
 * field manager has set: without this a CRD could never go from one to the other. Pure.
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
