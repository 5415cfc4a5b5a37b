import SemVer from "semver/classes/semver.js";

/** A version of Kubernetes, or any other semantic version. */
export interface KubernetesVersion {
  /** The major version: 1 in `v1.36.2`. */
  readonly major: number;
  /** The minor version: 36 in `v1.36.2`. */
  readonly minor: number;
  /** The patch version: 2 in `v1.36.2`. */
  readonly patch: number;
  /** The pre-release, such as `rc.1`; empty for a release. */
  readonly preRelease: string;
  /** The build metadata, such as `k3s1`; empty if missing. */
  readonly build: string;
}

const tolerant = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?([-+].*)?$/;

/**
 * Parses a version as Kubernetes tools do: ignores a leading `v`, surrounding spaces and leading zeros, and adds missing parts, so that
 * `1.31` is `v1.31.0`.
 *
 * @returns undefined if the rest is not a semantic version.
 */
export function readKubernetesVersion(text: string): KubernetesVersion | undefined {
  const version = semanticOf(text);
  if (version === undefined) return undefined;
  const { major, minor, patch, prerelease, build } = version;
  return { major, minor, patch, preRelease: prerelease.join("."), build: build.join(".") };
}

/** Formats a version in its full form, such as `v1.31.0-rc.1+k3s1`. */
export function kubernetesVersionText({ major, minor, patch, preRelease, build }: KubernetesVersion): string {
  return `v${major}.${minor}.${patch}${preRelease === "" ? "" : `-${preRelease}`}${build === "" ? "" : `+${build}`}`;
}

/**
 * Orders versions by semantic precedence, older versions first and pre-releases before their release. The build breaks ties. Strings that
 * are not versions come before all versions, in alphabetical order.
 */
export function compareKubernetesVersions(left: string, right: string): number {
  const [a, b] = [semanticOf(left), semanticOf(right)];
  if (a === undefined || b === undefined) {
    if (a === b) return left < right ? -1 : left > right ? 1 : 0;
    return a === undefined ? -1 : 1;
  }
  return a.compare(b) || a.compareBuild(b);
}

function semanticOf(text: string): SemVer | undefined {
  const [, major, minor = "0", patch = "0", rest = ""] = tolerant.exec(text.trim()) ?? [];
  if (major === undefined) return undefined;
  try {
    return new SemVer(`${BigInt(major)}.${BigInt(minor)}.${BigInt(patch)}${rest}`);
  } catch {
    return undefined;
  }
}
