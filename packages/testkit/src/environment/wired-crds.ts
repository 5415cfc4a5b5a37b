import type { CustomResourceDefinition } from "@capstan/contract";
import { convertersOf, type KindDefinition, kindsOf, type ReconciledDefinition } from "@capstan/provider";
import { WebhookServer } from "@capstan/runtime";

const conversions = new WeakMap<KindDefinition, Promise<WebhookServer>>();

/**
 * The CRDs of definitions, and of the auxiliary kinds that they use, prepared for a server on this machine: a kind whose versions differ
 * names a webhook that converts it.
 */
export async function wiredCRDs(definitions: readonly ReconciledDefinition[]): Promise<CustomResourceDefinition[]> {
  const wired = kindsOf(definitions).map(async (kind) =>
    kind.isConverted ? (await conversionOf(kind)).wire(kind.crds) : kind.crds,
  );
  return (await Promise.all(wired)).flat();
}

/**
 * One webhook server per kind for all environments of a process, so that they can share CRDs that name it: its answers depend on the kind
 * alone.
 */
function conversionOf(kind: KindDefinition): Promise<WebhookServer> {
  const known = conversions.get(kind);
  if (known !== undefined) return known;
  const serving = serve(kind);
  conversions.set(kind, serving);
  serving.catch(() => conversions.delete(kind));
  return serving;
}

async function serve(kind: KindDefinition): Promise<WebhookServer> {
  const webhook = await WebhookServer.start({ converters: convertersOf(kind) });
  webhook.unref();
  return webhook;
}
