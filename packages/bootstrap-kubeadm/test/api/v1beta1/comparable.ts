type Json = Readonly<Record<string, unknown>>;

/** Fields whose `false` Go omits in v1beta1, because its types cannot distinguish it from a missing value. */
const neverFalse = new Set([
  "append",
  "readOnly",
  "unsafeSkipCAVerification",
  "insecureSkipTLSVerify",
  "provideClusterInfo",
  "strict",
  "optional",
  "ready",
]);

/** Lists and objects that are significant even when they are empty. */
const meaningful = new Set(["taints", "controlPlane"]);

/**
 * The spec of an object without the values that Go adds or omits because of its types, or keeps although v1beta2 rejects them: empty
 * sections, `false`, a divisor of zero, negative ports and durations, flags without a name, `layout: false` next to a `diskLayout`. The
 * fields are sorted.
 */
export function comparable(object: unknown): unknown {
  return tidy((object as Json).spec) ?? {};
}

/** The status of an object in comparable form. */
export function comparableStatus(object: unknown): unknown {
  return tidy((object as Json).status) ?? {};
}

function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy).filter((item) => !isEmpty(item) && !isNameless(item));
  if (typeof value !== "object" || value === null) return value;
  const json = value as Json;
  const entries = Object.entries(json)
    .map(([name, field]) => [name, tidy(field)] as const)
    .filter(([name, field]) => !isNoise(name, field, json) && (meaningful.has(name) || !isEmpty(field)));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isNoise(name: string, value: unknown, among: Json): boolean {
  if (neverFalse.has(name)) return value === false;
  if (name === "layout") return among.diskLayout !== undefined;
  if (name === "divisor") return value === "0";
  if (name === "bindPort" || name === "ttlSeconds") return Number(value) < (name === "bindPort" ? 1 : 0);
  return name === "name" && value === "";
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
}

function isNameless(item: unknown): boolean {
  return typeof item === "object" && item !== null && Object.keys(item).join() === "value";
}
