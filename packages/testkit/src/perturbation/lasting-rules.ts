import type { KubernetesObject } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import { nameOf } from "./normalized-state.ts";
import type { OutsideThing } from "./scenario.ts";

/** Fields that never change once they are set, for any kind. */
const lasting: readonly (readonly [parent: readonly string[], field: string])[] = [
  [["spec"], "providerID"],
  [["spec"], "controlPlaneEndpoint"],
  [["status"], "dataSecretName"],
];

/** The lasting fields that a change of an object violates. */
export function brokenBy(before: KubernetesObject | undefined, after: KubernetesObject): string[] {
  if (before === undefined) return [];
  return [...lastingFields(before, after), ...lastingFlags(before, after)];
}

function lastingFields(before: KubernetesObject, after: KubernetesObject): string[] {
  return lasting.flatMap(([parent, field]) => {
    const [old, now] = [at(before, parent)[field], at(after, parent)[field]];
    if (old === undefined || isUnset(old) || jsonEqual(old, now)) return [];
    return [`${nameOf(after)}: ${[...parent, field].join(".")} has changed from ${text(old)} to ${text(now)}`];
  });
}

/** Flags that stay true: provisioned, initialized, created. */
function lastingFlags(before: KubernetesObject, after: KubernetesObject): string[] {
  const parent = ["status", "initialization"];
  const [old, now] = [at(before, parent), at(after, parent)];
  return Object.keys(old)
    .filter((flag) => old[flag] === true && now[flag] !== true)
    .map((flag) => `${nameOf(after)}: status.initialization.${flag} was true, and no longer is`);
}

/** Problems of things outside: two for one object, or one before its object has a finalizer. */
export function brokenOutside(
  outside: readonly OutsideThing[],
  appeared: readonly OutsideThing[],
  objects: readonly KubernetesObject[],
): string[] {
  const counts = new Map<string, number>();
  for (const { what, owner } of outside) {
    if (owner !== undefined) counts.set(`${what} of ${owner}`, (counts.get(`${what} of ${owner}`) ?? 0) + 1);
  }
  const doubled = [...counts]
    .filter(([, count]) => count > 1)
    .map(([name, count]) => `outside: ${name} exists ${count} times`);
  const early = appeared.flatMap(({ what, owner }) => {
    const object = objects.find((each) => nameOf(each) === owner);
    if (object === undefined || (object.metadata.finalizers ?? []).length > 0) return [];
    return [`outside: ${what} of ${nameOf(object)} was created before the object had a finalizer`];
  });
  return [...doubled, ...early];
}

function at(object: KubernetesObject, path: readonly string[]): Readonly<Record<string, unknown>> {
  return path.reduce<Readonly<Record<string, unknown>>>(
    (parent, field) => (parent[field] ?? {}) as Readonly<Record<string, unknown>>,
    object as unknown as Readonly<Record<string, unknown>>,
  );
}

/** An endpoint that is not known yet may exist without a host. */
function isUnset(value: unknown): boolean {
  return typeof value === "object" && value !== null && "host" in value && (value.host ?? "") === "";
}

function text(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
