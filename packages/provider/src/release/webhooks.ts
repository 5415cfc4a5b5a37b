import type { CustomResourceDefinition } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import { admissionConfigurations, conversionPath, withConversionWebhook } from "@capstan/runtime";
import { kindsOf } from "../definition/kinds-of.ts";
import { type ReleaseObject } from "./merged-objects.ts";
import { type ReleasedProvider, providerLabels } from "./released-provider.ts";

/** Where the manager serves its webhooks in its Pod. */
const webhookPort = 9443;
const certificateDirectory = "/tmp/k8s-webhook-server/serving-certs";
const portName = "webhook-server";
const volumeName = "cert";

/** Whether the provider has webhooks: for kinds whose versions differ, or that have rules of admission. */
function hasWebhooks({ definitions }: ReleasedProvider): boolean {
  return kindsOf(definitions).some(({ isConverted, admissionWebhooks }) => isConverted || admissionWebhooks.length > 0);
}

/**
 * The CRDs; those of kinds whose versions differ name the provider's webhook, and have cert-manager give its CA (PC-016).
 *
 * @example
 * ```ts
 * import { defineInfraMachine, Type } from "@capstan/provider";
 * import { crdsOf, releasedProvider } from "@capstan/provider/release";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 * console.log(crdsOf(releasedProvider([HelloMachine], {})).map(({ metadata }) => metadata.name));
 * ```
 */
export function crdsOf(provider: ReleasedProvider): CustomResourceDefinition[] {
  const { namespace } = provider;
  return kindsOf(provider.definitions).flatMap(({ crds, isConverted }) => {
    if (!isConverted) return crds;
    return crds.map((crd) => {
      const annotations = { ...crd.metadata.annotations, ...withAuthority(provider) };
      const service = { namespace, name: serviceName(provider), path: conversionPath };
      return withConversionWebhook({ ...crd, metadata: { ...crd.metadata, annotations } }, { service });
    });
  });
}

/**
 * The Service of the webhooks, their certificate by cert-manager, and the configurations of the admission webhooks; empty without
 * webhooks.
 */
export function webhookObjects(
  provider: ReleasedProvider,
  selector: Readonly<Record<string, string>>,
): ReleaseObject[] {
  if (!hasWebhooks(provider)) return [];
  const { namespace, label, definitions } = provider;
  const labels = providerLabels(provider);
  const service = serviceName(provider);
  const issuer = `${label}-selfsigned-issuer`;
  return [
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: service, namespace, labels },
      spec: { ports: [{ port: 443, targetPort: portName, protocol: "TCP" }], selector },
    },
    {
      apiVersion: "cert-manager.io/v1",
      kind: "Issuer",
      metadata: { name: issuer, namespace, labels },
      spec: { selfSigned: {} },
    },
    {
      apiVersion: "cert-manager.io/v1",
      kind: "Certificate",
      metadata: { name: certificateName(provider), namespace, labels },
      spec: {
        dnsNames: [`${service}.${namespace}.svc`, `${service}.${namespace}.svc.cluster.local`],
        issuerRef: { kind: "Issuer", name: issuer },
        secretName: secretName(provider),
      },
    },
    ...admissionConfigurations(
      kindsOf(definitions).flatMap(({ admissionWebhooks }) => admissionWebhooks),
      { name: label, manager: { service: { namespace, name: service } }, labels, annotations: withAuthority(provider) },
    ).map((configuration) => ({ ...configuration })),
  ];
}

/** Has cert-manager write the CA into a CRD or a webhook configuration. */
function withAuthority(provider: ReleasedProvider): Record<string, string> {
  return {
    "cert-manager.io/inject-ca-from": objectKeyText({ namespace: provider.namespace, name: certificateName(provider) }),
  };
}

/** What the manager's container and Pod need for the webhook, to be added to what they have. */
export function webhookInPod(provider: ReleasedProvider) {
  if (!hasWebhooks(provider)) return { args: [], ports: [], container: {}, pod: {} };
  const secret = { defaultMode: 0o444, secretName: secretName(provider) };
  return {
    args: [`--webhook-port=${webhookPort}`, `--webhook-cert-dir=${certificateDirectory}`],
    ports: [{ name: portName, containerPort: webhookPort, protocol: "TCP" }],
    container: { volumeMounts: [{ name: volumeName, mountPath: certificateDirectory, readOnly: true }] },
    pod: { volumes: [{ name: volumeName, secret }] },
  };
}

function serviceName({ label }: ReleasedProvider): string {
  return `${label}-webhook-service`;
}

function certificateName({ label }: ReleasedProvider): string {
  return `${label}-serving-cert`;
}

function secretName({ label }: ReleasedProvider): string {
  return `${label}-webhook-service-cert`;
}
