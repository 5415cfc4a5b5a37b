/**
 * Compares two resourceVersions of one server: negative if `left` is older. They are decimal numbers of any length (guaranteed since
 * Kubernetes 1.35; servers with etcd always had them).
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

/** The version plus 1; "" for "". */
export function nextVersion(version: string): string {
  return /^\d+$/.test(version) ? String(BigInt(version) + 1n) : "";
}
