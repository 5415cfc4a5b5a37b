import type { KubernetesObject } from "@capstan/contract";
import { fieldsOf, listAt } from "@capstan/kube";
import type { Client } from "@capstan/runtime";
import { webhookKinds } from "../../webhooks/webhook-endpoint.ts";
import type { InstalledKind } from "./provider-run.ts";

/**
 * Whether the API server calls the provider's admission webhooks: those that the suite registered, or those that were registered before on
 * an existing server. Rules for all kinds belong to policies, not to the provider.
 */
export async function callsWebhooksOf(kinds: readonly InstalledKind[], client: Client): Promise<boolean> {
  const own = kinds.flatMap(({ kind, templateKind }) => (templateKind === undefined ? [kind] : [kind, templateKind]));
  for (const registered of webhookKinds) {
    const { items } = await client.list(registered);
    const rules = items.flatMap(rulesOf);
    const isOwn = own.some(({ group, plural }) =>
      rules.some((rule) => listAt(rule, "apiGroups").includes(group) && listAt(rule, "resources").includes(plural)),
    );
    if (isOwn) return true;
  }
  return false;
}

function rulesOf(registration: KubernetesObject): readonly object[] {
  return listAt(registration, "webhooks").flatMap((webhook) => listAt(fieldsOf(webhook), "rules").map(fieldsOf));
}
