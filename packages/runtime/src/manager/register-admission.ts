import type { Client } from "../client/client.ts";
import { defineKind } from "../kubernetes/define-kind.ts";
import { admissionConfigurations, type AdmissionConfigurationOptions } from "../webhook/admission-configurations.ts";
import type { AdmissionWebhook } from "../webhook/admission-webhook.ts";

/**
 * Registers these webhooks with an API server on this machine, replacing the address of an earlier process with the same name. A
 * developer's manager may end at any time: writes continue without it.
 */
export async function registerAdmission(
  client: Client,
  webhooks: readonly AdmissionWebhook[],
  { name, manager }: Pick<AdmissionConfigurationOptions, "name" | "manager">,
): Promise<void> {
  for (const body of admissionConfigurations(webhooks, { name, manager, failurePolicy: "Ignore" })) {
    const [group, version] = ["admissionregistration.k8s.io", "v1"];
    const plural = `${body.kind.toLowerCase()}s`;
    const kind = defineKind({ group, version, kind: body.kind, plural, namespaced: false });
    await client.patch(kind, { name: body.metadata.name }, { type: "apply", body, force: true });
  }
}
