import { convertContainerLinuxConfig } from "../../container-linux-config/convert.ts";
import { filesystemLabels } from "../../container-linux-config/storage.ts";
import { parseMode } from "../../ignition/permissions.ts";
import { type Contradiction } from "./contradiction.ts";
import { type DiskSetup } from "../v1beta2/disk-setup.ts";
import { type KubeadmConfigSpec } from "../v1beta2/kubeadm-config-spec.ts";
import { type File } from "../v1beta2/machine-setup.ts";

const unsupported = "is not supported with format ignition; remove it";

/** Settings of a spec that Ignition does not support, and settings that Ignition requires but the spec omits. */
export function ignitionContradictions(spec: KubeadmConfigSpec): Contradiction[] {
  if (spec.format !== "ignition") {
    return problem(spec.ignition !== undefined, "spec.ignition", "needs spec.format ignition");
  }
  return [
    ...(spec.users ?? []).flatMap((user, index) =>
      problem(user.inactive === true, `spec.users[${index}].inactive`, unsupported),
    ),
    ...problem(spec.bootCommands !== undefined, "spec.bootCommands", unsupported),
    ...(spec.files ?? []).flatMap((file, index) => fileProblems(file, `spec.files[${index}]`)),
    ...diskProblems(spec.diskSetup),
    ...(spec.mounts ?? []).flatMap((fields, index) =>
      problem(fields.length < 2, `spec.mounts[${index}]`, "needs the label of a file system and a mount point"),
    ),
    ...certificatePathProblems(spec),
    ...additionalConfigProblems(spec),
  ];
}

function fileProblems({ path, permissions, encoding, content }: File, place: string): Contradiction[] {
  return [
    ...problem(!path.startsWith("/"), `${place}.path`, "must be an absolute path with format ignition"),
    ...problem(
      parseMode(permissions ?? "") === undefined,
      `${place}.permissions`,
      "must be octal digits after a 0 with format ignition, e.g. 0644",
    ),
    ...problem(encoding?.includes("gzip") === true, `${place}.encoding`, unsupported),
    ...problem(
      encoding === "base64" && content !== undefined && !isBase64(content),
      `${place}.content`,
      "must be base64, as in encoding",
    ),
  ];
}

/** Whether a string is Base64 in the standard alphabet; line breaks are allowed. */
export function isBase64(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text.replace(/\s/g, ""));
}

function diskProblems(setup: DiskSetup | undefined): Contradiction[] {
  const labels = (setup?.filesystems ?? []).map(({ label }) => label);
  return [
    ...(setup?.partitions ?? []).flatMap(({ device, tableType }, index) => {
      const place = `spec.diskSetup.partitions[${index}]`;
      return [
        ...problem(!device.startsWith("/"), `${place}.device`, "must be an absolute path with format ignition"),
        ...problem(tableType === "mbr", `${place}.tableType`, "must be gpt with format ignition"),
      ];
    }),
    ...(setup?.filesystems ?? []).flatMap(({ device, filesystem, label, replaceFS, partition }, index) => {
      const place = `spec.diskSetup.filesystems[${index}]`;
      const longest = filesystemLabels[filesystem];
      const formats = Object.keys(filesystemLabels).join(", ");
      return [
        ...problem(!device.startsWith("/"), `${place}.device`, "must be an absolute path with format ignition"),
        ...problem(longest === undefined, `${place}.filesystem`, `must be one of ${formats} with format ignition`),
        ...problem(
          Buffer.byteLength(label ?? "") > (longest ?? Infinity),
          `${place}.label`,
          `is longer than the ${longest ?? 0} characters of ${filesystem}`,
        ),
        ...problem(labels.indexOf(label) !== index, `${place}.label`, "is already the label of another file system; rename one"),
        ...problem(replaceFS !== undefined, `${place}.replaceFS`, unsupported),
        ...problem(partition !== undefined, `${place}.partition`, unsupported),
      ];
    }),
  ];
}

// Where the machine's own files go, Ignition requires an absolute path.
function certificatePathProblems({ clusterConfiguration, joinConfiguration }: KubeadmConfigSpec): Contradiction[] {
  const external = clusterConfiguration?.etcd?.external;
  const discovery = joinConfiguration?.discovery?.file;
  const paths = {
    "clusterConfiguration.certificatesDir": clusterConfiguration?.certificatesDir,
    "clusterConfiguration.etcd.external.caFile": external?.caFile,
    "clusterConfiguration.etcd.external.certFile": external?.certFile,
    "clusterConfiguration.etcd.external.keyFile": external?.keyFile,
    "joinConfiguration.discovery.file.kubeConfigPath":
      discovery?.kubeConfig === undefined ? undefined : discovery.kubeConfigPath,
  };
  return Object.entries(paths).flatMap(([place, path]) =>
    problem(path?.startsWith("/") === false, `spec.${place}`, "must be an absolute path with format ignition"),
  );
}

function additionalConfigProblems({ ignition }: KubeadmConfigSpec): Contradiction[] {
  const { additionalConfig, strict = false } = ignition?.containerLinuxConfig ?? {};
  if (additionalConfig === undefined) return [];
  const place = "spec.ignition.containerLinuxConfig.additionalConfig";
  return convertContainerLinuxConfig(additionalConfig)
    .findings.filter(({ severity }) => strict || severity === "error")
    .map(({ path, message }) => ({ path: place, message: path === "" ? message : `${path} ${message}` }));
}

function problem(isThere: boolean, path: string, message: string): Contradiction[] {
  return isThere ? [{ path, message }] : [];
}
