/** The kubeadm API version a document is written in. */
export type KubeadmApiVersion = "v1beta3" | "v1beta4";

/** Where a version stands, for messages. */
export interface VersionPlace {
  /** `Machine` or `MachinePool`. */
  readonly owner: string;
  readonly path: string;
}

const ofMachine: VersionPlace = { owner: "Machine", path: "spec.version" };

/** A Machine's `spec.version` that no kubeadm configuration can be written for. */
export class UnsupportedVersionError extends Error {
  override readonly name = "UnsupportedVersionError";
}

const tolerant = /^\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[-+].*)?\s*$/;

/**
 * Which kubeadm API a Kubernetes version reads: v1beta4 from v1.31, v1beta3 from v1.22. Pre-releases count as their
 * release.
 *
 * @param place - where it stands. Default: the Machine's `spec.version`.
 * @throws {@link UnsupportedVersionError} no version, one that cannot be read, or one below v1.22; the Machine has to
 *   be changed.
 */
export function kubeadmApiVersion(
  version: string | undefined,
  { owner, path }: VersionPlace = ofMachine,
): KubeadmApiVersion {
  if (version === undefined || version === "") {
    throw new UnsupportedVersionError(`the ${owner} has no ${path}: set it to the Kubernetes version to install`);
  }
  const [, major, minor] = tolerant.exec(version) ?? [];
  if (major === undefined) {
    throw new UnsupportedVersionError(
      `the ${owner}'s ${path} ${JSON.stringify(version)} is not a version like v1.36.0`,
    );
  }
  const [majorNumber, minorNumber] = [Number(major), Number(minor ?? "0")];
  if (majorNumber > 1 || (majorNumber === 1 && minorNumber >= 31)) return "v1beta4";
  if (majorNumber === 1 && minorNumber >= 22) return "v1beta3";
  throw new UnsupportedVersionError(
    `the ${owner}'s ${path} ${version} is below v1.22.0, the lowest that kubeadm's v1beta3 API knows`,
  );
}

const semantic = /^\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[\dA-Za-z.-]+)?(\+[\dA-Za-z.-]+)?\s*$/;

/** A version in its full form: `1.31` is `v1.31.0`; undefined if it is none. */
export function normalizedVersion(version: string): string | undefined {
  const [, major, minor = "0", patch = "0", preRelease = "", build = ""] = semantic.exec(version) ?? [];
  if (major === undefined) return undefined;
  return `v${Number(major)}.${Number(minor)}.${Number(patch)}${preRelease}${build}`;
}
