import { annotationBytes, fieldsOf, labelKeyProblems, labelValueProblems, mostAnnotationBytes } from "@capstan/kube";
import type { FieldProblem } from "@capstan/runtime";

/**
 * What the API server will refuse in the labels and annotations of the objects that a Template makes. The Template itself could be
 * stored with them, and no machine could ever be made from it.
 */
export function templateMetadataProblems(metadata: unknown, path: string): FieldProblem[] {
  const { labels, annotations } = fieldsOf(metadata);
  return [
    ...Object.entries(fieldsOf(labels)).flatMap(([key, value]) => [
      ...problemsOf(`${path}.labels`, `key ${key}`, labelKeyProblems(key)),
      ...problemsOf(`${path}.labels`, `value of ${key}`, labelValueProblems(String(value))),
    ]),
    // The API server looks at keys of annotations as if they were written in small letters.
    ...Object.keys(fieldsOf(annotations)).flatMap((key) =>
      problemsOf(`${path}.annotations`, `key ${key}`, labelKeyProblems(key.toLowerCase())),
    ),
    ...(annotationBytes(fieldsOf(annotations)) <= mostAnnotationBytes
      ? []
      : [{ path: `${path}.annotations`, message: `must be at most ${mostAnnotationBytes} bytes in total` }]),
  ];
}

function problemsOf(path: string, part: string, problems: readonly string[]): FieldProblem[] {
  return problems.map((problem) => ({ path, message: `${part}: ${problem}` }));
}
