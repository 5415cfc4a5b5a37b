import { type KubeadmConfigSpec } from "../api/v1beta2/kubeadm-config-spec.ts";
import { type Discovery } from "../api/v1beta2/discovery.ts";
import { type Certificate } from "../certificates/cluster-certificates.ts";
import { renderCloudConfig } from "./cloud-config/cloud-config.ts";
import { discoveryKubeconfigFile } from "./discovery-kubeconfig.ts";
import { type ClusterFacts, renderClusterConfiguration } from "./kubeadm/cluster-document.ts";
import { renderIgnition } from "./ignition/ignition.ts";
import { renderInitConfiguration } from "./kubeadm/init-document.ts";
import { renderJoinConfiguration } from "./kubeadm/join-document.ts";
import { kubeadmApiVersion } from "./kubeadm/kubernetes-version.ts";
import { type MachineData, type MachineRole } from "./setup/machine-data.ts";
import { type ResolvedFile, type ResolvedSetup } from "./setup/resolved-setup.ts";
import { toYaml } from "./yaml.ts";

interface BootstrapInput {
  /** The spec of the KubeadmConfig. */
  readonly spec: KubeadmConfigSpec;
  /** The parts of the spec that refer to Secrets, with the content of these Secrets. */
  readonly setup: ResolvedSetup;
  /** The Machine's `spec.version`, which decides the kubeadm API of the documents. */
  readonly kubernetesVersion: string | undefined;
}

/** The input for the data of the machine that initializes the control plane. */
export interface InitInput extends BootstrapInput {
  /** The facts about the cluster for kubeadm. */
  readonly cluster: Omit<ClusterFacts, "kubernetesVersion">;
  /** The cluster's certificates and keys, which are written to the machine. */
  readonly certificates: readonly Certificate[];
}

/** The input for the data of a joining worker. */
export interface WorkerJoinInput extends BootstrapInput {
  /** How the machine finds the cluster. */
  readonly discovery: Discovery;
}

/** The input for the data of a joining control-plane machine. */
export interface ControlPlaneJoinInput extends WorkerJoinInput {
  /** The cluster's certificates and keys, which are written to the machine. */
  readonly certificates: readonly Certificate[];
}

/**
 * Renders the bootstrap data of the machine that initializes the control plane, in the format of the spec.
 *
 * @throws UnsupportedVersionError the Machine's version is missing or unsupported.
 *
 * @example
 * ```ts
 * import { renderInit } from "@capstan/bootstrap-kubeadm";
 *
 * const data = renderInit({
 *   spec: {},
 *   setup: { files: [], users: [] },
 *   kubernetesVersion: "v1.36.0",
 *   cluster: { clusterName: "c1", controlPlaneEndpoint: "192.0.2.1:6443" },
 *   certificates: [],
 * });
 * console.log(data.includes("kubeadm init")); // true
 * ```
 */
export function renderInit(input: InitInput): string {
  const api = kubeadmApiVersion(input.kubernetesVersion);
  const { clusterConfiguration, initConfiguration } = input.spec;
  const facts = { ...input.cluster, kubernetesVersion: input.kubernetesVersion ?? "" };
  return renderMachine(input, "init", certificateFiles(input.certificates), [
    renderClusterConfiguration(clusterConfiguration, initConfiguration, facts, api),
    renderInitConfiguration(initConfiguration, api),
  ]);
}

/**
 * Renders the bootstrap data of a joining control-plane machine, in the format of the spec.
 *
 * @throws UnsupportedVersionError the Machine's version is missing or unsupported.
 *
 * @example
 * ```ts
 * import { renderControlPlaneJoin } from "@capstan/bootstrap-kubeadm";
 *
 * const data = renderControlPlaneJoin({
 *   spec: {},
 *   setup: { files: [], users: [] },
 *   kubernetesVersion: "v1.36.0",
 *   certificates: [],
 *   discovery: {
 *     bootstrapToken: {
 *       token: "abcdef.0123456789abcdef",
 *       apiServerEndpoint: "192.0.2.1:6443",
 *       caCertHashes: ["sha256:0000000000000000000000000000000000000000000000000000000000000000"],
 *     },
 *   },
 * });
 * console.log(data.includes("kubeadm join")); // true
 * ```
 */
export function renderControlPlaneJoin(input: ControlPlaneJoinInput): string {
  return renderJoin(input, "control-plane", certificateFiles(input.certificates));
}

/**
 * Renders the bootstrap data of a worker, in the format of the spec.
 *
 * @throws UnsupportedVersionError the Machine's version is missing or unsupported.
 *
 * @example
 * ```ts
 * import { renderWorkerJoin } from "@capstan/bootstrap-kubeadm";
 *
 * const data = renderWorkerJoin({
 *   spec: {},
 *   setup: { files: [], users: [] },
 *   kubernetesVersion: "v1.36.0",
 *   discovery: {
 *     bootstrapToken: {
 *       token: "abcdef.0123456789abcdef",
 *       apiServerEndpoint: "192.0.2.1:6443",
 *       caCertHashes: ["sha256:0000000000000000000000000000000000000000000000000000000000000000"],
 *     },
 *   },
 * });
 * console.log(data.includes("kubeadm join")); // true
 * ```
 */
export function renderWorkerJoin(input: WorkerJoinInput): string {
  return renderJoin(input, "worker", []);
}

function renderJoin(
  input: WorkerJoinInput,
  role: "control-plane" | "worker",
  certificates: readonly ResolvedFile[],
): string {
  const { spec, discovery } = input;
  const api = kubeadmApiVersion(input.kubernetesVersion);
  const kubeconfig = discovery.file === undefined ? undefined : discoveryKubeconfigFile(discovery.file);
  const document = renderJoinConfiguration(spec.joinConfiguration, discovery, role, api);
  return renderMachine(input, role, certificates, [document], kubeconfig === undefined ? [] : [kubeconfig]);
}

function renderMachine(
  { spec, setup }: BootstrapInput,
  role: MachineRole,
  filesBefore: readonly ResolvedFile[],
  documents: readonly object[],
  filesAfter: readonly ResolvedFile[] = [],
): string {
  const data: MachineData = {
    role,
    kubeadmDocuments: documents.map((document) => toYaml(document, { sortKeys: true })),
    files: [...filesBefore, ...setup.files, ...filesAfter],
    users: setup.users,
    settings: spec,
  };
  return spec.format === "ignition" ? renderIgnition(data, spec.ignition) : renderCloudConfig(data);
}

function certificateFiles(certificates: readonly Certificate[]): ResolvedFile[] {
  return certificates.flatMap(({ certificateFile, keyFile, certificate, privateKey }) => [
    { path: certificateFile, owner: "root:root", permissions: "0640", content: certificate },
    ...(keyFile === undefined || privateKey === ""
      ? []
      : [{ path: keyFile, owner: "root:root", permissions: "0600", content: privateKey }]),
  ]);
}
