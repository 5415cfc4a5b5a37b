import { fieldsOf, templateMetadataProblems } from "@capstan/kube";

/**
 * The first label or annotation of a changed template that the API server would refuse on the objects created from it; `undefined` if there
 * is none, or the template had it before. Pure.
 */
export function newMetadataProblem(before: unknown, after: unknown): string | undefined {
  const known = problemsOf(before);
  return problemsOf(after).find((problem) => !known.includes(problem));
}

/** Of the template itself, whose copies have its labels, and of its objects. */
function problemsOf(object: unknown): string[] {
  const { metadata, spec } = fieldsOf(object);
  const ofObjects = fieldsOf(fieldsOf(fieldsOf(spec).template).metadata);
  return [
    ...templateMetadataProblems(metadata, "metadata"),
    ...templateMetadataProblems(ofObjects, "spec.template.metadata"),
  ].map(({ path, message }) => `${path}: ${message}`);
}
