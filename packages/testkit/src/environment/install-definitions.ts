import type { CustomResourceDefinition } from "@capstan/contract";
import { convertersOf, kindsOf, type ProviderDefinition } from "@capstan/provider";
import { type Client, WebhookServer, installCRDs } from "@capstan/runtime";

/**
 * Installs the CRDs of definitions, of the auxiliary kinds that they use, and others; serves the conversion webhook of kinds whose versions differ, as their manager
 * would, until `closing` is disposed.
 */
export async function installDefinitions(
  client: Client,
  definitions: readonly ProviderDefinition[],
  others: readonly CustomResourceDefinition[],
  closing: AsyncDisposableStack,
): Promise<void> {
  const kinds = kindsOf(definitions);
  const converters = kinds.flatMap(convertersOf);
  const crds = kinds.flatMap((kind) => kind.crds);
  const webhook = converters.length === 0 ? undefined : closing.use(await WebhookServer.start({ converters }));
  await installCRDs(client, [...others, ...(webhook?.wire(crds) ?? crds)]);
}
