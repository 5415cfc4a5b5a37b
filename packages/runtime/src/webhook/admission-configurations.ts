import type { KubernetesObject } from "@capstan/contract";
import type { AdmissionWebhook } from "./admission-webhook.ts";

const apiVersion = "admissionregistration.k8s.io/v1";

/** Registers admission webhooks with the API server: a MutatingWebhookConfiguration or a ValidatingWebhookConfiguration. */
export interface AdmissionConfiguration extends KubernetesObject {
  /** The kind; the webhooks of a MutatingWebhookConfiguration may change objects. */
  readonly kind: "MutatingWebhookConfiguration" | "ValidatingWebhookConfiguration";
  /** The webhooks, in the format of the API server. */
  readonly webhooks: readonly object[];
}

/** Options of {@link admissionConfigurations}. */
export interface AdmissionConfigurationOptions {
  /** Prefix of the names of the configurations, which are cluster-scoped. */
  readonly name: string;
  /**
   * The address of the manager: its Service, if `annotations` name the provider of its CA certificate, such as cert-manager; or a URL
   * without a path, with the CA as PEM in base64.
   */
  readonly manager:
    | { readonly service: { readonly namespace: string; readonly name: string } }
    | { readonly url: string; readonly caBundle: string };
  /** Whether a write is refused ("Fail") or continues ("Ignore") while no webhook answers. Default: "Fail". */
  readonly failurePolicy?: "Fail" | "Ignore";
  /** Labels of the configurations. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of the configurations. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * The configurations that register these webhooks, one for each type in use. The API server sends objects of any version, converted to the
 * webhook's version. While no webhook answers, objects of the kind cannot be written, unless `failurePolicy` is "Ignore".
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
