import { isJsonObject, jsonEqual } from "@capstan/kube";

/** Fields of a template that the core lets a patch change. */
const patchable = /^\/(spec\/template\/(spec|metadata\/(labels|annotations))|metadata\/(labels|annotations))(\/|$)/;

/** The first field that differs although the core drops changes of it, as a JSON pointer; `undefined` if there is none. Pure. */
export function unpatchableChange(before: unknown, after: unknown): string | undefined {
  return changedFields(before, after, "").find((path) => !patchable.test(path));
}

function changedFields(before: unknown, after: unknown, path: string): string[] {
  if (jsonEqual(before, after)) return [];
  const [from, to] = [before, after].map((value) => (isJsonObject(value) ? value : undefined));
  if (from === undefined && to === undefined) return [path];
  const names = new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})]);
  return [...names].flatMap((name) => changedFields(from?.[name], to?.[name], `${path}/${name}`));
}
