import { posix } from "node:path";
import { type Certificate } from "../certificates/cluster-certificates.ts";
import { type KubeadmConfigSpec } from "../api/kubeadm-config-spec.ts";
import { type Discovery } from "../api/discovery.ts";
import { type CloudConfigFile, type CloudConfigUser, renderCloudConfig } from "./cloud-config.ts";
import { type ClusterFacts, renderClusterConfiguration } from "./kubeadm/cluster-document.ts";
import { renderInitConfiguration } from "./kubeadm/init-document.ts";
import { renderJoinConfiguration } from "./kubeadm/join-document.ts";
import { kubeadmApiVersion } from "./kubernetes-version.ts";
import { toYaml } from "./yaml.ts";

/** The parts of a spec that name Secrets, with what the Secrets hold. */
export interface ResolvedSetup {
  readonly files: readonly CloudConfigFile[];
  readonly users: readonly CloudConfigUser[];
}

interface BootstrapInput {
  readonly spec: KubeadmConfigSpec;
  readonly setup: ResolvedSetup;
  /** The Machine's `spec.version`: it decides which kubeadm API the documents are written in. */
  readonly kubernetesVersion: string | undefined;
}

/** What the data of the machine that initialises the control plane is made from. */
export interface InitInput extends BootstrapInput {
  readonly cluster: Omit<ClusterFacts, "kubernetesVersion">;
  readonly certificates: readonly Certificate[];
}

/** What the data of a joining worker is made from. */
export interface WorkerJoinInput extends BootstrapInput {
  readonly discovery: Discovery;
}

/** What the data of a joining control-plane machine is made from. */
export interface ControlPlaneJoinInput extends WorkerJoinInput {
  readonly certificates: readonly Certificate[];
}

const initConfigPath = "/run/kubeadm/kubeadm.yaml";
const joinConfigPath = "/run/kubeadm/kubeadm-join-config.yaml";
/** Its existence tells infrastructure providers that the machine is bootstrapped. */
const sentinelPath = "/run/cluster-api/bootstrap-success.complete";

/**
 * The bootstrap data of the machine that initialises the control plane.
 *
 * @throws UnsupportedVersionError the Machine's version is missing or unsupported.
 */
export function renderInit(input: InitInput): string {
  const api = kubeadmApiVersion(input.kubernetesVersion);
  const { clusterConfiguration, initConfiguration } = input.spec;
  const facts = { ...input.cluster, kubernetesVersion: input.kubernetesVersion ?? "" };
  return renderMachine(input, certificateFiles(input.certificates), {
    path: initConfigPath,
    command: "init",
    documents: [
      renderClusterConfiguration(clusterConfiguration, initConfiguration, facts, api),
      renderInitConfiguration(initConfiguration, api),
    ],
  });
}

/**
 * The bootstrap data of a further control-plane machine.
 *
 * @throws UnsupportedVersionError the Machine's version is missing or unsupported.
 */
export function renderControlPlaneJoin(input: ControlPlaneJoinInput): string {
  const api = kubeadmApiVersion(input.kubernetesVersion);
  return renderMachine(input, certificateFiles(input.certificates), {
    path: joinConfigPath,
    command: "join",
    documents: [renderJoinConfiguration(input.spec.joinConfiguration, input.discovery, "control-plane", api)],
  });
}

/**
 * The bootstrap data of a worker.
 *
 * @throws UnsupportedVersionError the Machine's version is missing or unsupported.
 */
export function renderWorkerJoin(input: WorkerJoinInput): string {
  const api = kubeadmApiVersion(input.kubernetesVersion);
  return renderMachine(input, [], {
    path: joinConfigPath,
    command: "join",
    documents: [renderJoinConfiguration(input.spec.joinConfiguration, input.discovery, "worker", api)],
  });
}

interface KubeadmRun {
  readonly path: string;
  readonly command: "init" | "join";
  readonly documents: readonly object[];
}

function renderMachine(input: BootstrapInput, certificates: readonly CloudConfigFile[], run: KubeadmRun): string {
  const { spec, setup } = input;
  return renderCloudConfig({
    files: [...certificates, ...setup.files, kubeadmFile(run), placeholder],
    bootCommands: spec.bootCommands,
    commands: [
      ...(spec.preKubeadmCommands ?? []),
      kubeadmCommand(run, spec.verbosity),
      ...(spec.postKubeadmCommands ?? []),
    ],
    ntp: spec.ntp,
    users: setup.users.length === 0 ? undefined : setup.users,
    mounts: spec.mounts,
  });
}

function kubeadmCommand({ command, path }: KubeadmRun, verbosity: number | undefined): string {
  const flags = [`--config ${path}`, ...(verbosity === undefined ? [] : [`--v ${verbosity}`])];
  return `kubeadm ${command} ${flags.join(" ")} && echo success > ${sentinelPath}`;
}

function kubeadmFile({ path, documents }: KubeadmRun): CloudConfigFile {
  const content = documents.map((document) => `---\n${toYaml(document, { sortKeys: true })}`).join("");
  return { path, owner: "root:root", permissions: "0640", content };
}

function certificateFiles(certificates: readonly Certificate[]): CloudConfigFile[] {
  return certificates.flatMap(({ certificateFile, keyFile, certificate, privateKey }) => [
    { path: certificateFile, owner: "root:root", permissions: "0640", content: certificate },
    ...(keyFile === undefined || privateKey === ""
      ? []
      : [{ path: keyFile, owner: "root:root", permissions: "0600", content: privateKey }]),
  ]);
}

// Makes the sentinel's directory before the command that writes there: mkdir -p would not work on Windows.
const placeholder: CloudConfigFile = {
  path: posix.join(posix.dirname(sentinelPath), "placeholder"),
  owner: "root:root",
  permissions: "0640",
  content: "Creates the directory that the bootstrap success file goes to, on Linux and Windows alike.",
};
