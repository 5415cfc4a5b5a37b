import type { KubernetesObject } from "@capstan/contract";
import type { AdmissionWebhook } from "./admission-webhook.ts";

const apiVersion = "admissionregistration.k8s.io/v1";

/** Registers admission webhooks with the API server: a MutatingWebhookConfiguration or a ValidatingWebhookConfiguration. */
export interface AdmissionConfiguration extends KubernetesObject {
  /** Whether its webhooks change objects, or only refuse them. */
  readonly kind: "MutatingWebhookConfiguration" | "ValidatingWebhookConfiguration";
  /** The webhooks, as the API server reads them. */
  readonly webhooks: readonly object[];
}

/** What {@link admissionConfigurations} needs in addition to the webhooks. */
export interface AdmissionConfigurationOptions {
  /** First part of the names of the configurations, which are the cluster's. */
  readonly name: string;
  /**
   * Where the manager is reached: by its Service, where the provider of its certificate's CA, such as cert-manager, is named by
   * `annotations`; or at a URL without a path, with that CA as PEM in base64.
   */
  readonly manager:
    | { readonly service: { readonly namespace: string; readonly name: string } }
    | { readonly url: string; readonly caBundle: string };
  /** What becomes of a write while no webhook answers: it is refused, or done all the same. Default: "Fail". */
  readonly failurePolicy?: "Fail" | "Ignore";
  /** Labels of the configurations. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of the configurations. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * The configurations by which the API server asks these webhooks, one of each type that is used. Objects of any version are sent,
 * converted to the webhook's own; while no webhook answers, no object of the kind can be written, unless the policy is another one.
 *
 * @example
 * ```ts
 * import { admissionConfigurations, defineInfraMachine, Type } from "@capstan/provider";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1: { contract: "v1beta2", spec: Type.Object({ size: Type.String() }) } },
 *   admission: { validate: ({ size }) => (size === "huge" ? [{ path: "size", message: "is not offered" }] : []) },
 * });
 * const service = { namespace: "hello-system", name: "hello-webhook-service" };
 * const configurations = admissionConfigurations(HelloMachine.admissionWebhooks, { name: "hello", manager: { service } });
 * console.log(configurations.map(({ kind }) => kind)); // [ 'ValidatingWebhookConfiguration' ]
 * ```
 */
export function admissionConfigurations(
  webhooks: readonly AdmissionWebhook[],
  options: AdmissionConfigurationOptions,
): AdmissionConfiguration[] {
  return (["mutating", "validating"] as const).flatMap((type) => {
    const ofType = webhooks.filter((webhook) => webhook.type === type);
    if (ofType.length === 0) return [];
    const kind = type === "mutating" ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration";
    const { labels, annotations } = options;
    const metadata = {
      name: `${options.name}-${type}-webhook-configuration`,
      ...(labels === undefined ? {} : { labels: { ...labels } }),
      ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
    };
    return [{ apiVersion, kind, metadata, webhooks: ofType.map((webhook) => entryOf(webhook, options)) } as const];
  });
}

function entryOf(
  { type, path, group, version, kind, plural }: AdmissionWebhook,
  { manager, failurePolicy = "Fail" }: AdmissionConfigurationOptions,
): object {
  const clientConfig =
    "service" in manager
      ? { service: { ...manager.service, path } }
      : { url: `${manager.url}${path}`, caBundle: manager.caBundle };
  return {
    name: `${type === "mutating" ? "default" : "validation"}.${kind.toLowerCase()}.${group}`,
    admissionReviewVersions: ["v1"],
    clientConfig,
    failurePolicy,
    matchPolicy: "Equivalent",
    sideEffects: "None",
    rules: [{ apiGroups: [group], apiVersions: [version], operations: ["CREATE", "UPDATE"], resources: [plural] }],
  };
}
