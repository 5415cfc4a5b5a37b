import type { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import { type DifferentialCase } from "./differential-case.ts";

interface Circumstances {
  readonly role: DifferentialCase["role"];
  /** The name of the case, from which its Secrets are named. */
  readonly name: string;
  readonly format: "cloud-config" | "ignition";
}

/** A spec without mutually exclusive fields, created from one that the schema admits. Mutates its argument. */
export function sensibleSpec(spec: KubeadmConfigSpec, { role, name, format }: Circumstances): KubeadmConfigSpec {
  if (format === "ignition") fitForIgnition(spec);
  else fitForCloudConfig(spec);
  const etcd = spec.clusterConfiguration?.etcd;
  if (etcd?.local !== undefined) delete etcd.external;
  const tokens = spec.initConfiguration?.bootstrapTokens ?? [];
  for (const token of tokens) {
    // kubeadm refuses tokens that expire; they have their own cases.
    delete token.expires;
    if (token.usages?.includes("authentication") === false) delete token.groups;
  }
  tidyJoin(spec, role);
  tidyFiles(spec, name);
  tidyDisks(spec);
  return spec;
}

/** Removes fields that cloud-init's schema refuses; they have their own cases. */
function fitForCloudConfig(spec: KubeadmConfigSpec): void {
  delete spec.ignition;
  for (const user of spec.users ?? []) delete user.inactive;
}

const formats = ["ext4", "xfs", "btrfs"];

/** Removes fields that Ignition lacks, and sets those that it requires. */
function fitForIgnition(spec: KubeadmConfigSpec): void {
  spec.format = "ignition";
  delete spec.bootCommands;
  for (const file of spec.files ?? []) {
    file.permissions ??= "0640";
    if (file.encoding !== undefined) file.encoding = "base64";
    // Its Secret has plain text, not base64.
    if (file.contentFrom !== undefined) delete file.encoding;
  }
  for (const user of spec.users ?? []) if (user.inactive === true) delete user.inactive;
  for (const partition of spec.diskSetup?.partitions ?? []) {
    if (partition.tableType !== undefined) partition.tableType = "gpt";
  }
  (spec.diskSetup?.filesystems ?? []).forEach((filesystem, index) => {
    filesystem.filesystem = formats[index % formats.length] ?? "ext4";
    filesystem.label = `${filesystem.label ?? "disk"}${index}`;
    filesystem.overwrite ??= index % 2 === 0;
    delete filesystem.partition;
    delete filesystem.replaceFS;
  });
  // Ignition does not render Jinja.
  for (const configuration of [spec.initConfiguration, spec.joinConfiguration]) {
    if (configuration?.nodeRegistration?.name !== undefined) configuration.nodeRegistration.name = "node-1";
  }
}

function tidyJoin(spec: KubeadmConfigSpec, role: Circumstances["role"]): void {
  const join = spec.joinConfiguration;
  if (join === undefined) return;
  if (role === "worker") delete join.controlPlane;
  if (join.discovery?.file !== undefined) delete join.discovery.bootstrapToken;
  if (Object.keys(join).length === 0) delete spec.joinConfiguration;
}

function tidyFiles(spec: KubeadmConfigSpec, name: string): void {
  for (const file of spec.files ?? []) {
    if (file.contentFrom !== undefined) {
      file.contentFrom.secret.name = `${name}-content`;
      delete file.content;
    }
    if (file.encoding?.includes("base64") === true && file.content !== undefined) file.content = btoa("encoded\n");
  }
  for (const user of spec.users ?? []) {
    if (user.passwdFrom === undefined) continue;
    user.passwdFrom.secret.name = `${name}-content`;
    delete user.passwd;
  }
}

function tidyDisks(spec: KubeadmConfigSpec): void {
  const partitions = spec.diskSetup?.partitions ?? [];
  partitions.forEach((partition, index) => {
    partition.device = `${partition.device}${index}`;
    if (partition.diskLayout !== undefined) delete partition.layout;
    else partition.layout ??= true;
  });
}
