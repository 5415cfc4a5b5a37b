import { type Arg } from "../v1beta2/component-settings.ts";
import { ignitionContradictions } from "./ignition-contradictions.ts";
import { type KubeadmConfigSpec } from "../v1beta2/kubeadm-config-spec.ts";
import { type File, type User } from "../v1beta2/machine-setup.ts";
import { type Contradiction } from "./contradiction.ts";

/**
 * Finds the contradictions that the schema alone cannot forbid: mutually exclusive settings of one spec.
 *
 * @returns all contradictions, in the order of the spec.
 */
export function findContradictions(spec: KubeadmConfigSpec): Contradiction[] {
  return [
    ...exclusive(
      "spec.clusterConfiguration.etcd",
      spec.clusterConfiguration?.etcd?.local,
      spec.clusterConfiguration?.etcd?.external,
      "local and external are mutually exclusive; keep one",
    ),
    ...(spec.initConfiguration?.bootstrapTokens ?? []).flatMap((token, index) =>
      exclusive(
        `spec.initConfiguration.bootstrapTokens[${index}]`,
        token.ttlSeconds,
        token.expires,
        "ttlSeconds and expires are mutually exclusive; keep one",
      ),
    ),
    ...exclusive(
      "spec.joinConfiguration.discovery",
      spec.joinConfiguration?.discovery?.bootstrapToken,
      spec.joinConfiguration?.discovery?.file,
      "bootstrapToken and file are mutually exclusive; keep one",
    ),
    ...argContradictions(spec),
    ...fileContradictions(spec.files ?? []),
    ...userContradictions(spec.users ?? []),
    ...ignitionContradictions(spec),
    ...diskContradictions(spec),
    ...tokenContradictions(spec),
    ...kubeconfigContradictions(spec),
  ];
}

function argContradictions({ clusterConfiguration, initConfiguration, joinConfiguration }: KubeadmConfigSpec) {
  const args: Record<string, readonly Arg[] | undefined> = {
    "clusterConfiguration.apiServer.extraArgs": clusterConfiguration?.apiServer?.extraArgs,
    "clusterConfiguration.controllerManager.extraArgs": clusterConfiguration?.controllerManager?.extraArgs,
    "clusterConfiguration.scheduler.extraArgs": clusterConfiguration?.scheduler?.extraArgs,
    "clusterConfiguration.etcd.local.extraArgs": clusterConfiguration?.etcd?.local?.extraArgs,
    "initConfiguration.nodeRegistration.kubeletExtraArgs": initConfiguration?.nodeRegistration?.kubeletExtraArgs,
    "joinConfiguration.nodeRegistration.kubeletExtraArgs": joinConfiguration?.nodeRegistration?.kubeletExtraArgs,
  };
  return Object.entries(args).flatMap(([path, list = []]) => {
    const names = list.map(({ name }) => name);
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    return repeated === undefined ? [] : [{ path: `spec.${path}`, message: `${repeated} is set twice; keep one` }];
  });
}

export function fileContradictions(files: readonly File[]): Contradiction[] {
  const known = new Set<string>();
  return files.flatMap((file, index) => {
    const path = `spec.files[${index}]`;
    const repeated = known.has(file.path);
    known.add(file.path);
    return [
      ...exclusive(path, file.content, file.contentFrom, "content and contentFrom are mutually exclusive; keep one"),
      ...(repeated ? [{ path: `${path}.path`, message: "is already the path of another file; rename one" }] : []),
    ];
  });
}

export function userContradictions(users: readonly User[]): Contradiction[] {
  return users.flatMap((user, index) =>
    exclusive(
      `spec.users[${index}]`,
      user.passwd,
      user.passwdFrom,
      "passwd and passwdFrom are mutually exclusive; keep one",
    ),
  );
}

export function diskContradictions({ diskSetup }: KubeadmConfigSpec): Contradiction[] {
  return (diskSetup?.partitions ?? []).flatMap(({ diskLayout = [] }, index) => {
    const total = diskLayout.reduce((sum, { percentage }) => sum + percentage, 0);
    const path = `spec.diskSetup.partitions[${index}].diskLayout`;
    return total > 100 ? [{ path, message: "adds up to more than 100 percent" }] : [];
  });
}

// The upstream CRD, which may be the installed one, admits any string; upstream's webhook does not.
export function tokenContradictions({ initConfiguration }: KubeadmConfigSpec): Contradiction[] {
  return (initConfiguration?.bootstrapTokens ?? []).flatMap(({ token }, index) => {
    const path = `spec.initConfiguration.bootstrapTokens[${index}].token`;
    const message = "is not a bootstrap token: 6 characters, a dot, 16 characters, of a-z and 0-9";
    return /^[a-z0-9]{6}\.[a-z0-9]{16}$/.test(token) ? [] : [{ path, message }];
  });
}

export function kubeconfigContradictions({ joinConfiguration }: KubeadmConfigSpec): Contradiction[] {
  const user = joinConfiguration?.discovery?.file?.kubeConfig?.user;
  return exclusive(
    "spec.joinConfiguration.discovery.file.kubeConfig.user",
    user?.authProvider,
    user?.exec,
    "authProvider and exec are mutually exclusive; keep one",
  );
}

function exclusive(path: string, one: unknown, other: unknown, message: string): Contradiction[] {
  return one !== undefined && other !== undefined ? [{ path, message }] : [];
}
