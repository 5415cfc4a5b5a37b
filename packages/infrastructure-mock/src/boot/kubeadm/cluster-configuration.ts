import { fieldsOf, isJsonObject, type JsonObject, objectAt, parseLenientYaml, textAt, writeYaml } from "@capstan/kube";
import { defaultCertificatesDirectory } from "./intent.ts";

/** An uploaded ClusterConfiguration, with the fields that affect the cluster. */
export interface UploadedClusterConfiguration {
  readonly kubernetesVersion: string;
  readonly imageRepository: string;
  readonly dnsDomain: string;
  readonly serviceSubnet: string;
  /** Unset with an external etcd. */
  readonly localEtcd?: JsonObject;
  readonly externalEtcdEndpoints: readonly string[];
  readonly dns: JsonObject;
  /** `extraArgs` of a component, such as apiServer, in their order. */
  extraArguments(component: "apiServer" | "controllerManager" | "scheduler"): readonly (readonly [string, string])[];
}

/** The ClusterConfiguration that `kubeadm init` stores in the ConfigMap kubeadm-config: the user's, with kubeadm's defaults. */
export function uploadClusterConfiguration(given: JsonObject, kubernetesVersion: string): string {
  const { apiVersion, etcd, networking } = given;
  const v1beta4 = apiVersion === "kubeadm.k8s.io/v1beta4" ? validityDefaults : {};
  return writeYaml({
    ...defaults,
    ...v1beta4,
    ...stated(given),
    kubernetesVersion,
    networking: { dnsDomain: "cluster.local", serviceSubnet: "10.96.0.0/12", ...statedIn(networking) },
    etcd: objectAt(etcd, "external") === undefined ? { local: localEtcd(etcd) } : statedIn(etcd),
  });
}

/** Parses a ClusterConfiguration that kubeadm uploaded, or that others have changed since; undefined if it is not one. */
export function readClusterConfiguration(text: string | undefined): UploadedClusterConfiguration | undefined {
  const value = parse(text ?? "");
  if (!isJsonObject(value) || value.kind !== "ClusterConfiguration") return undefined;
  const external = objectAt(value.etcd, "external");
  const { networking } = value;
  return {
    kubernetesVersion: statedText(value, "kubernetesVersion") ?? "",
    imageRepository: statedText(value, "imageRepository") ?? defaults.imageRepository,
    dnsDomain: statedText(networking, "dnsDomain") ?? "cluster.local",
    serviceSubnet: statedText(networking, "serviceSubnet") ?? "10.96.0.0/12",
    ...(external === undefined ? { localEtcd: objectAt(value.etcd, "local") ?? {} } : {}),
    externalEtcdEndpoints: Array.isArray(external?.endpoints) ? external.endpoints.map(String) : [],
    dns: objectAt(value, "dns") ?? {},
    extraArguments: (component) => extraArguments(value, component),
  };
}

const defaults = {
  apiVersion: "kubeadm.k8s.io/v1beta4",
  kind: "ClusterConfiguration",
  apiServer: {},
  certificatesDir: defaultCertificatesDirectory,
  clusterName: "kubernetes",
  controllerManager: {},
  dns: {},
  imageRepository: "registry.k8s.io",
  scheduler: {},
};
const validityDefaults = {
  caCertificateValidityPeriod: "87600h0m0s",
  certificateValidityPeriod: "8760h0m0s",
  encryptionAlgorithm: "RSA-2048",
  proxy: {},
};

function localEtcd(etcd: unknown): JsonObject {
  return { dataDir: "/var/lib/etcd", ...statedIn(objectAt(etcd, "local")) };
}

function parse(text: string): unknown {
  try {
    return parseLenientYaml(text).value;
  } catch {
    return undefined;
  }
}

/** `extraArgs` of a component of a ClusterConfiguration, in their order. */
export function extraArguments(
  configuration: JsonObject,
  component: "apiServer" | "controllerManager" | "scheduler",
): readonly (readonly [string, string])[] {
  return argumentsOf(objectAt(configuration, component)?.extraArgs);
}

// A list in v1beta4, a mapping before.
function argumentsOf(extraArgs: unknown): readonly (readonly [string, string])[] {
  if (Array.isArray(extraArgs)) {
    return extraArgs
      .filter(isJsonObject)
      .map((argument) => [statedText(argument, "name") ?? "", statedText(argument, "value") ?? ""] as const);
  }
  return Object.entries(fieldsOf(extraArgs)).map(([name, value]) => [name, String(value)]);
}

/** A non-empty string: in Go, a missing string is empty. */
export function statedText(value: unknown, name: string): string | undefined {
  const text = textAt(value, name);
  return text === "" ? undefined : text;
}

function stated(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => !["", null, undefined].includes(value as null)),
  );
}

function statedIn(value: unknown): JsonObject {
  return stated(fieldsOf(value));
}
