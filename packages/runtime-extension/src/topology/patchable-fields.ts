import { isJsonObject, jsonEqual } from "@capstan/kube";

const ofObject = /^\/spec\/template\/(spec|metadata\/(labels|annotations))(\/|$)/;
const ofTemplate = /^\/metadata\/(labels|annotations)(\/|$)/;
/** Holders for which the core makes an object of the template, not a copy of the template, which would have its labels. */
const holdersOfObjects: readonly string[] = ["Cluster", "MachinePool"];

/**
 * The first field of a template that differs although the core drops changes of it, as a JSON pointer; `undefined` if there is none. The
 * fields of a control plane that the topology sets, such as its version, are not among them. Pure.
 *
 * @param holder - the kind of the object that refers to the template.
 */
export function unpatchableChange(before: unknown, after: unknown, holder: string): string | undefined {
  const isPatchable = (path: string): boolean =>
    ofObject.test(path) || (!holdersOfObjects.includes(holder) && ofTemplate.test(path));
  return changedFields(before, after, "").find((path) => !isPatchable(path));
}

function changedFields(before: unknown, after: unknown, path: string): string[] {
  if (jsonEqual(before, after)) return [];
  const [from, to] = [before, after].map((value) => (isJsonObject(value) ? value : undefined));
  if (from === undefined && to === undefined) return [path];
  const names = new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})]);
  if (names.size === 0) return [path];
  return [...names].flatMap((name) => changedFields(from?.[name], to?.[name], `${path}/${name}`));
}
