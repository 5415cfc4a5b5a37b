import { annotationBytes, fieldsOf, labelKeyProblems, labelValueProblems, mostAnnotationBytes } from "@capstan/kube";
import type { FieldProblem } from "@capstan/runtime";

/**
 * Labels and annotations that the API server would refuse on the objects created from a Template. The API server would store the Template
 * itself, but no machine could ever be created from it.
 */
export function templateMetadataProblems(metadata: unknown, path: string): FieldProblem[] {
  const { labels, annotations } = fieldsOf(metadata);
  return [
    ...Object.entries(fieldsOf(labels)).flatMap(([key, value]) => [
      ...problemsOf(`${path}.labels`, `key ${key}`, labelKeyProblems(key)),
      ...problemsOf(`${path}.labels`, `value of ${key}`, labelValueProblems(String(value))),
    ]),
    // The API server lowercases annotation keys before it validates them.
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
