import { randomBytes } from "node:crypto";
import type { CustomResourceDefinition } from "@capstan/contract";
import { type Client, CustomResourceDefinition as CRDKind, systemClock } from "@capstan/runtime";
import { ProgramError } from "../../real/program-error.ts";
import { listens } from "../../real/listens.ts";
import {
  calledByURL,
  convertedByURL,
  type Manifest,
  type WebhookEndpoint,
  webhookKinds,
} from "../../webhooks/webhook-endpoint.ts";
import type { ProviderRun } from "./provider-run.ts";

const withinMs = 30_000;
const pollMs = 50;

/** The registrations of admission webhooks among the objects of a provider's components. */
export function admissionAmong(documents: readonly unknown[]): readonly Manifest[] {
  const kinds = new Set(webhookKinds.map(({ kind }) => kind));
  return documents.filter((document): document is Manifest => kinds.has((document as Partial<Manifest>).kind ?? ""));
}

/**
 * Registers the webhooks of a running provider with the API server, until `closing` is disposed: the conversion webhooks that its CRDs
 * name, and the admission webhooks. An existing server is restored afterwards.
 *
 * @throws ProgramError it does not listen on the port in time.
 */
export async function installWebhooksOf(
  { kinds, admission, command }: ProviderRun,
  endpoint: WebhookEndpoint,
  client: Client,
  closing: AsyncDisposableStack,
): Promise<void> {
  await untilServed(endpoint, command);
  for (const crd of kinds.flatMap(({ crds }) => crds)) {
    if (crd.spec.conversion?.strategy === "Webhook") await convertBy(endpoint, crd, client, closing);
  }
  for (const manifest of admission) await admitBy(endpoint, manifest, client, closing);
}

async function convertBy(
  endpoint: WebhookEndpoint,
  { metadata: { name }, ...crd }: CustomResourceDefinition,
  client: Client,
  closing: AsyncDisposableStack,
): Promise<void> {
  const before = await client.get<CustomResourceDefinition>(CRDKind, { name });
  const setConversion = async ({ spec }: Pick<CustomResourceDefinition, "spec">) => {
    const conversion = { webhook: null, ...(spec.conversion ?? { strategy: "None" }) };
    await client.patch(CRDKind, { name }, { type: "merge", body: { spec: { conversion } } });
  };
  closing.defer(() => setConversion(before));
  await setConversion(convertedByURL({ ...crd, metadata: { name } }, endpoint));
}

/** Uses its own name, because a registration with the same name may exist, and must stay. */
async function admitBy(
  endpoint: WebhookEndpoint,
  manifest: Manifest,
  client: Client,
  closing: AsyncDisposableStack,
): Promise<void> {
  const kind = webhookKinds.find((each) => each.kind === manifest.kind);
  if (kind === undefined) return;
  const name = `capstan-conformance-${randomBytes(4).toString("hex")}-${manifest.metadata.name}`;
  await client.create(kind, { ...calledByURL(manifest, endpoint), metadata: { name } });
  closing.defer(async () => {
    await client.delete(kind, { name });
  });
}

async function untilServed({ url }: WebhookEndpoint, command: string): Promise<void> {
  const port = Number(new URL(url).port);
  const limitMs = systemClock.monotonic() + withinMs;
  while (!(await listens(port))) {
    if (systemClock.monotonic() > limitMs) {
      throw new ProgramError(
        `The provider serves no webhooks on {webhook-port} after ${withinMs / 1_000} s: ${command}`,
      );
    }
    await systemClock.sleep(pollMs);
  }
}
