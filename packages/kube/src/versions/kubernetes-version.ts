import SemVer from "semver/classes/semver.js";

/** A version of Kubernetes, or of anything else that is versioned semantically. */
export interface KubernetesVersion {
  /** The 1 of `v1.36.2`. */
  readonly major: number;
  /** The 36 of `v1.36.2`. */
  readonly minor: number;
  /** The 2 of `v1.36.2`. */
  readonly patch: number;
  /** Such as `rc.1`; empty for a release. */
  readonly preRelease: string;
  /** Such as `k3s1`; empty if missing. */
  readonly build: string;
}

const tolerant = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?([-+].*)?$/;

/**
 * Reads a version as Kubernetes tools do: a leading `v`, spaces around it, leading zeros and missing parts do not matter, so that
 * `1.31` is `v1.31.0`.
 *
 * @returns undefined if it is not a semantic version otherwise.
 */
export function readKubernetesVersion(text: string): KubernetesVersion | undefined {
  const version = semanticOf(text);
  if (version === undefined) return undefined;
  const { major, minor, patch, prerelease, build } = version;
  return { major, minor, patch, preRelease: prerelease.join("."), build: build.join(".") };
}

/** A version in its full form, such as `v1.31.0-rc.1+k3s1`. */
export function kubernetesVersionText({ major, minor, patch, preRelease, build }: KubernetesVersion): string {
  return `v${major}.${minor}.${patch}${preRelease === "" ? "" : `-${preRelease}`}${build === "" ? "" : `+${build}`}`;
}

/**
 * Orders versions by semantic precedence, older ones first and pre-releases before their release; versions that differ in their
 * build only by that. Text that is not a version comes before all versions, in the order of the text.
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
