const form = /^v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?$/;
const stability = { alpha: 0, beta: 1, stable: 2 };

/**
 * Orders versions by Kubernetes priority, the lowest first: stable above beta above alpha, then by number; names of
 * another form come before all of them, in reverse alphabetical order.
 */
export function compareKubernetesVersions(a: string, b: string): number {
  const [left, right] = [form.exec(a), form.exec(b)];
  if (left === null && right === null) return a < b ? 1 : a > b ? -1 : 0;
  if (left === null) return -1;
  if (right === null) return 1;
  const difference = (at: number) => Number(left[at] ?? 0) - Number(right[at] ?? 0);
  return stabilityOf(left) - stabilityOf(right) || difference(1) || difference(3);
}

function stabilityOf(match: RegExpExecArray): number {
  const level = match[2];
  return level === "alpha" || level === "beta" ? stability[level] : stability.stable;
}
