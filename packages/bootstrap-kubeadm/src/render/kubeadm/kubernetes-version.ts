import { readKubernetesVersion } from "@capstan/kube";

/** The kubeadm API version of a document. */
export type KubeadmApiVersion = "v1beta3" | "v1beta4";

/** The field that sets a version, for messages. */
export interface VersionPlace {
  /** `Machine` or `MachinePool`. */
  readonly owner: string;
  readonly path: string;
}

const ofMachine: VersionPlace = { owner: "Machine", path: "spec.version" };

/** A Machine's `spec.version` that has no supported kubeadm configuration. */
export class UnsupportedVersionError extends Error {
  override readonly name = "UnsupportedVersionError";
}

/**
 * The kubeadm API that a Kubernetes version reads: v1beta4 from v1.31, v1beta3 from v1.22. Pre-releases count as their release.
 *
 * @param place - the field that sets the version. Default: the Machine's `spec.version`.
 * @throws {@link UnsupportedVersionError} the version is missing, unreadable, or below v1.22; the Machine must be changed.
 */
export function kubeadmApiVersion(
  version: string | undefined,
  { owner, path }: VersionPlace = ofMachine,
): KubeadmApiVersion {
  if (version === undefined || version === "") {
    throw new UnsupportedVersionError(`the ${owner} has no ${path}; set it to the Kubernetes version to install`);
  }
  const read = readKubernetesVersion(version);
  if (read === undefined) {
    throw new UnsupportedVersionError(
      `the ${owner}'s ${path} ${JSON.stringify(version)} is not a version like v1.36.0`,
    );
  }
  const { major, minor } = read;
  if (major > 1 || (major === 1 && minor >= 31)) return "v1beta4";
  if (major === 1 && minor >= 22) return "v1beta3";
  throw new UnsupportedVersionError(
    `the ${owner}'s ${path} ${version} is below v1.22.0, the lowest that kubeadm's v1beta3 API supports`,
  );
}
