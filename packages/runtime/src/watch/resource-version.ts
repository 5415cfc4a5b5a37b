/**
 * Compares two resourceVersions of one server: negative when `left` is older. They are decimal numbers of any length
 * (Kubernetes promises so since 1.35, and etcd-backed servers always did).
 */
export function compareResourceVersions(left: string, right: string): number {
  if (left === right) return 0;
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : 1;
}

/** The later of two resourceVersions of one server; "" is earlier than any. */
export function laterVersion(left: string, right: string): string {
  return compareResourceVersions(left, right) < 0 ? right : left;
}

/** The least version that comes after another one; "" for "". */
export function nextVersion(version: string): string {
  return /^\d+$/.test(version) ? String(BigInt(version) + 1n) : "";
}
