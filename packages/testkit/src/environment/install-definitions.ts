import type { CustomResourceDefinition } from "@capstan/contract";
import { convertersOf, type ProviderDefinition } from "@capstan/provider";
import { type Client, WebhookServer, installCRDs } from "@capstan/runtime";

/**
 * Installs the CRDs of definitions, and others; serves the conversion webhook of kinds whose versions differ, as their manager
 * would, until `closing` is disposed.
 */
export async function installDefinitions(
  client: Client,
  definitions: readonly ProviderDefinition[],
  others: readonly CustomResourceDefinition[],
  closing: AsyncDisposableStack,
): Promise<void> {
  const converters = definitions.flatMap(convertersOf);
  const crds = definitions.flatMap((definition) => definition.crds);
  const webhook = converters.length === 0 ? undefined : closing.use(await WebhookServer.start({ converters }));
  await installCRDs(client, [...others, ...(webhook?.wire(crds) ?? crds)]);
}
