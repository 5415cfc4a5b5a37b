import { hostPort, readDuration, renderClusterInfo, wholeMilliseconds, writeYaml } from "@capstan/kube";
import { ConfigMap, Namespace, Secret } from "@capstan/provider";
import { splitToken } from "../boot/bootstrap-token.ts";
import {
  readClusterConfiguration,
  uploadClusterConfiguration,
  type UploadedClusterConfiguration,
} from "../boot/kubeadm/cluster-configuration.ts";
import type { InitToken } from "../boot/kubeadm/intent.ts";
import type { BootstrapToken } from "../boot/observed-cluster.ts";
import { accessObjects } from "./access-objects.ts";
import { addonObjects } from "./addon-objects.ts";
import type { ClusterRecord, ControlPlaneRecord } from "./cloud-record.ts";
import { type KindAndObject, systemNamespace } from "./workload-kinds.ts";

/** The ConfigMap in which `kubeadm init` stores the ClusterConfiguration for joining machines. */
export const clusterConfigurationKey = { namespace: systemNamespace, name: "kubeadm-config" };

const dayMs = 86_400_000;

/** The objects that `kubeadm init` creates for joining machines, in the order of creation. */
export function initObjects(record: ClusterRecord, controlPlane: ControlPlaneRecord): readonly KindAndObject[] {
  const uploaded = uploadClusterConfiguration(controlPlane.clusterConfiguration, kubernetesVersionOf(controlPlane));
  const configuration = readClusterConfiguration(uploaded);
  return [
    ...[systemNamespace, "kube-public"].map((name) => ({
      kind: Namespace,
      object: { apiVersion: "v1", kind: "Namespace", metadata: { name } },
    })),
    configMap(systemNamespace, "kubeadm-config", { ClusterConfiguration: uploaded }),
    ...(configuration === undefined ? [] : [kubeletConfig(configuration)]),
    configMap("kube-public", "cluster-info", { kubeconfig: clusterInfo(record, controlPlane) }),
    ...controlPlane.tokens.flatMap((token) => tokenSecret(token, controlPlane.initializedAt)),
    ...accessObjects(),
    ...(configuration === undefined ? [] : addonObjects(configuration, controlPlane.skippedPhases ?? [])),
  ];
}

/** The ClusterConfiguration in a ConfigMap; undefined if it is missing or invalid. */
export function clusterConfigurationOf(configMap: ConfigMap | undefined): UploadedClusterConfiguration | undefined {
  return readClusterConfiguration(configMap?.data?.ClusterConfiguration);
}

function kubernetesVersionOf({ clusterConfiguration: { kubernetesVersion } }: ControlPlaneRecord): string {
  return typeof kubernetesVersion === "string" ? kubernetesVersion : "";
}

function kubeletConfig({ dnsDomain }: UploadedClusterConfiguration): KindAndObject {
  const kubelet = {
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    cgroupDriver: "systemd",
    clusterDomain: dnsDomain,
    rotateCertificates: true,
    staticPodPath: "/etc/kubernetes/manifests",
  };
  return configMap(systemNamespace, "kubelet-config", { kubelet: writeYaml(kubelet) });
}

function configMap(namespace: string, name: string, data: Record<string, string>): KindAndObject {
  return {
    kind: ConfigMap,
    object: { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name }, data } as ConfigMap,
  };
}

function clusterInfo({ endpoint }: ClusterRecord, { certificateAuthority }: ControlPlaneRecord): string {
  return renderClusterInfo({
    server: `https://${hostPort(endpoint)}`,
    certificateAuthority: certificateAuthority.certificate,
  });
}

function tokenSecret(token: InitToken, createdAt: number): KindAndObject[] {
  const halves = splitToken(token.token);
  if (halves === undefined) return [];
  const lifetimeMs = token.ttl === undefined ? dayMs : wholeMilliseconds(readDuration(token.ttl) ?? 0n);
  const object: Secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { namespace: "kube-system", name: `bootstrap-token-${halves.id}` },
    type: "bootstrap.kubernetes.io/token",
    data: encoded({
      "token-id": halves.id,
      "token-secret": halves.secret,
      ...(lifetimeMs === 0 ? {} : { expiration: new Date(createdAt + lifetimeMs).toISOString() }),
      ...Object.fromEntries(token.usages.map((usage) => [`usage-bootstrap-${usage}`, "true"])),
      "auth-extra-groups": token.groups.join(","),
      ...(token.description === undefined ? {} : { description: token.description }),
    }),
  };
  return [{ kind: Secret, object }];
}

/** Reads a bootstrap token from its Secret; undefined if the Secret is not a bootstrap token. */
export function bootstrapTokenOf(secret: Secret): BootstrapToken | undefined {
  if (secret.type !== "bootstrap.kubernetes.io/token") return undefined;
  const value = (key: string) => Buffer.from(secret.data?.[key] ?? "", "base64").toString("utf8");
  const id = value("token-id");
  if (secret.metadata.name !== `bootstrap-token-${id}`) return undefined;
  const expiresAt = Date.parse(value("expiration"));
  return {
    id,
    secret: value("token-secret"),
    ...(Number.isNaN(expiresAt) ? {} : { expiresAt }),
    authentication: value("usage-bootstrap-authentication") === "true",
    signing: value("usage-bootstrap-signing") === "true",
    extraGroups: value("auth-extra-groups")
      .split(",")
      .filter((group) => group !== ""),
  };
}

function encoded(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString("base64")]));
}
