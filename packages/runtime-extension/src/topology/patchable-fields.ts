/** Fields of a template that the core lets a patch change. */
const patchable = /^\/(spec\/template\/(spec|metadata\/(labels|annotations))|metadata\/(labels|annotations))(\/|$)/;

/** Whether the core takes a change at a path of a template, whose changed form is `object`. Pure. */
export function isPatchable(path: string, object: object): boolean {
  if (patchable.test(path)) return true;
  // A parent that was added may consist of patchable fields.
  if (!["/metadata", "/spec/template/metadata"].includes(path)) return false;
  const parent = path
    .split("/")
    .slice(1)
    .reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], object);
  return Object.keys(parent ?? {}).every((field) => ["labels", "annotations"].includes(field));
}
