import { type Client, installCRDs, systemClock } from "@capstan/runtime";
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
 * Has the API server call the webhooks of a provider that runs: those of conversion that its CRDs name, and those of admission.
 *
 * @throws ProgramError it does not listen there in time.
 */
export async function installWebhooksOf(
  { kinds, admission, command }: ProviderRun,
  endpoint: WebhookEndpoint,
  client: Client,
): Promise<void> {
  await untilServed(endpoint, command);
  const converted = kinds.flatMap(({ crds }) => crds).filter(({ spec }) => spec.conversion?.strategy === "Webhook");
  await installCRDs(
    client,
    converted.map((crd) => convertedByURL(crd, endpoint)),
  );
  for (const manifest of admission) {
    const kind = webhookKinds.find((each) => each.kind === manifest.kind);
    if (kind === undefined) continue;
    const body = calledByURL(manifest, endpoint);
    await client.patch(kind, { name: manifest.metadata.name }, { type: "apply", body, force: true });
  }
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
