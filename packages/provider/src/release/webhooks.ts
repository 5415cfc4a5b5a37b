import type { CustomResourceDefinition } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import { admissionConfigurations, conversionPath, withConversionWebhook } from "@capstan/runtime";
import { kindsOf } from "../definition/kinds-of.ts";
import { type ReleaseObject } from "./merged-objects.ts";
import type { ManagerNames } from "./manager-names.ts";
import type { ReleasedManager } from "./released-manager.ts";
import { managerNames, type ReleasedProvider } from "./released-provider.ts";

/** Port and directory of the webhook server in the Pod. */
const webhookPort = 9443;
const certificateDirectory = "/tmp/k8s-webhook-server/serving-certs";
const portName = "webhook-server";
const volumeName = "cert";

/** Whether a manager serves webhooks: its kinds have different versions, or admission rules, or it has endpoints of its own. */
function hasWebhooks({ crds, admissionWebhooks, servesEndpoints = false }: ReleasedManager): boolean {
  return crds.some(isConverted) || admissionWebhooks.length > 0 || servesEndpoints;
}

/**
 * The names of the Service of a manager's webhooks, and of the Secret with their certificate.
 *
 * @example
 * ```ts
 * import { webhookNames } from "@capstan/provider/release";
 *
 * console.log(webhookNames({ prefix: "janitor", namespace: "janitor-system", labels: {} }).service); // janitor-webhook-service
 * ```
 */
export function webhookNames(manager: ManagerNames): { readonly service: string; readonly secret: string } {
  return { service: serviceName(manager), secret: secretName(manager) };
}

function isConverted({ spec }: CustomResourceDefinition): boolean {
  return spec.conversion?.strategy === "Webhook";
}

/**
 * The CRDs. CRDs of kinds whose versions differ name the provider's webhook, and cert-manager injects its CA (PC-016).
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
  const names = managerNames(provider);
  return kindsOf(provider.definitions).flatMap(({ crds }) => crds.map((crd) => withServiceOf(names, crd)));
}

/** A CRD; its conversion webhook, if it has one, is served by the manager. */
export function withServiceOf(manager: ManagerNames, crd: CustomResourceDefinition): CustomResourceDefinition {
  if (!isConverted(crd)) return crd;
  const annotations = { ...crd.metadata.annotations, ...withAuthority(manager) };
  const service = { namespace: manager.namespace, name: serviceName(manager), path: conversionPath };
  return withConversionWebhook({ ...crd, metadata: { ...crd.metadata, annotations } }, { service });
}

/**
 * The Service of the webhooks, their cert-manager certificate, and the configurations of the admission webhooks; empty without webhooks.
 */
export function webhookObjects(manager: ReleasedManager, selector: Readonly<Record<string, string>>): ReleaseObject[] {
  if (!hasWebhooks(manager)) return [];
  const { namespace, prefix, labels, admissionWebhooks } = manager;
  const service = serviceName(manager);
  const issuer = `${prefix}-selfsigned-issuer`;
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
      metadata: { name: certificateName(manager), namespace, labels },
      spec: {
        dnsNames: [`${service}.${namespace}.svc`, `${service}.${namespace}.svc.cluster.local`],
        issuerRef: { kind: "Issuer", name: issuer },
        secretName: secretName(manager),
      },
    },
    ...admissionConfigurations(admissionWebhooks, {
      name: prefix,
      manager: { service: { namespace, name: service } },
      labels,
      annotations: withAuthority(manager),
    }).map((configuration) => ({ ...configuration })),
  ];
}

/** The annotation with which cert-manager injects the CA into a CRD or a webhook configuration. */
function withAuthority(manager: ManagerNames): Record<string, string> {
  return {
    "cert-manager.io/inject-ca-from": objectKeyText({ namespace: manager.namespace, name: certificateName(manager) }),
  };
}

/** The additions to the manager's container and Pod for the webhooks. */
export function webhookInPod(manager: ReleasedManager) {
  if (!hasWebhooks(manager)) return { args: [], ports: [], container: {}, pod: {} };
  const secret = { defaultMode: 0o444, secretName: secretName(manager) };
  return {
    args: [`--webhook-port=${webhookPort}`, `--webhook-cert-dir=${certificateDirectory}`],
    ports: [{ name: portName, containerPort: webhookPort, protocol: "TCP" }],
    container: { volumeMounts: [{ name: volumeName, mountPath: certificateDirectory, readOnly: true }] },
    pod: { volumes: [{ name: volumeName, secret }] },
  };
}

function serviceName({ prefix }: ManagerNames): string {
  return `${prefix}-webhook-service`;
}

function certificateName({ prefix }: ManagerNames): string {
  return `${prefix}-serving-cert`;
}

function secretName({ prefix }: ManagerNames): string {
  return `${prefix}-webhook-service-cert`;
}
