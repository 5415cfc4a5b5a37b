const form = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const stability: Readonly<Record<string, number>> = { alpha: 0, beta: 1 };
const stable = 2;

/**
 * Orders API versions by Kubernetes' priority, lowest first: stable above beta above alpha, then by number: `v1alpha1`, `v1beta1`,
 * `v1beta2`, `v1`, `v2`. Names of another form come before all of them, in reverse alphabetical order.
 */
export function compareApiVersions(left: string, right: string): number {
  const [a, b] = [partsOf(left), partsOf(right)];
  if (a === undefined && b === undefined) return left < right ? 1 : left > right ? -1 : 0;
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  return a.stability - b.stability || a.major - b.major || a.minor - b.minor;
}

/** Whether a string is an API version that has a priority in Kubernetes: `v1`, `v2beta1`. */
export function isApiVersion(text: string): boolean {
  return form.test(text);
}

/** Whether a string follows the Kubernetes conventions for the names of API versions: {@link isApiVersion}, and no number starts with 0. */
export function isApiVersionName(text: string): boolean {
  return isApiVersion(text) && !/\D0/.test(text);
}

function partsOf(version: string) {
  const [, major, level, minor = "0"] = form.exec(version) ?? [];
  if (major === undefined) return undefined;
  return {
    stability: level === undefined ? stable : (stability[level] ?? stable),
    major: Number(major),
    minor: Number(minor),
  };
}
