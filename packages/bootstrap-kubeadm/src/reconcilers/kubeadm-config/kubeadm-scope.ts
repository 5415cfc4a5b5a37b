import {
  type BootstrapConfigScope,
  type ClusterScope,
  type PoolBootstrapScope,
  type ProviderScope,
  labels,
} from "@capstan/provider";
import { type KubeadmConfig } from "../../api/kubeadm-config.ts";
import { type KubeadmConfigSpec } from "../../api/v1beta2/kubeadm-config-spec.ts";
import { type ClusterCertificatesLocation } from "../../certificates/cluster-certificates.ts";
import { type VersionPlace } from "../../render/kubeadm/kubernetes-version.ts";
import { resolveSetup } from "../../render/setup/resolve-setup.ts";
import { type ResolvedSetup } from "../../render/setup/resolved-setup.ts";
import { readTemplateData } from "./template-data.ts";

/** The common parts of the scopes for a Machine's config and a MachinePool's config. */
export type KubeadmScope = ProviderScope<typeof KubeadmConfig> & ClusterScope;
export type MachineScope = BootstrapConfigScope<typeof KubeadmConfig>;
export type PoolScope = PoolBootstrapScope<typeof KubeadmConfig>;

/** The machines that a config is for. */
export interface Subject {
  /** The Machine that may initialize the control plane; undefined for a pool. */
  readonly machineName: string | undefined;
  readonly kubernetesVersion: string | undefined;
  /** The field that sets the version. */
  readonly versionPlace: VersionPlace;
  readonly controlPlane: boolean;
}

/** The subject of a Machine's config. */
export function machineSubject({ machine: { metadata, spec } }: MachineScope): Subject {
  return {
    machineName: metadata.name,
    kubernetesVersion: spec.version,
    versionPlace: { owner: "Machine", path: "spec.version" },
    controlPlane: metadata.labels?.[labels.controlPlane] !== undefined,
  };
}

/** The subject of a MachinePool's config: always workers. */
export function poolSubject({ machinePool: { spec } }: PoolScope): Subject {
  return {
    machineName: undefined,
    kubernetesVersion: spec.template.spec.version,
    versionPlace: { owner: "MachinePool", path: "spec.template.spec.version" },
    controlPlane: false,
  };
}

/** A copy of the config's spec, because the cached object is read-only. Upstream's CRD admits an object without spec. */
export function specOf({ object }: KubeadmScope): KubeadmConfigSpec {
  return structuredClone((object.spec as KubeadmConfigSpec | undefined) ?? {});
}

export function namespaceOf({ object }: KubeadmScope): string {
  return object.metadata.namespace;
}

export function certificatesOf(scope: KubeadmScope): ClusterCertificatesLocation {
  const { client, cache, cluster } = scope;
  return { client, cache, namespace: namespaceOf(scope), clusterName: cluster.metadata.name };
}

export function resolveSetupOf(
  scope: KubeadmScope,
  spec: KubeadmConfigSpec,
  signal: AbortSignal,
): Promise<ResolvedSetup> {
  const { client, cluster } = scope;
  return resolveSetup(client, namespaceOf(scope), spec, signal, () => readTemplateData(client, cluster, signal));
}
