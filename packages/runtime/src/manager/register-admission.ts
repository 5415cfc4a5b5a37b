import type { Client } from "../client/client.ts";
import { defineKind } from "../kubernetes/define-kind.ts";
import { admissionConfigurations, type AdmissionConfigurationOptions } from "../webhook/admission-configurations.ts";
import type { AdmissionWebhook } from "../webhook/admission-webhook.ts";

/**
 * Has an API server on this machine ask these webhooks, wherever an earlier process with the same name had served them. A manager of a
 * developer ends at any time: writes go on without it.
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
