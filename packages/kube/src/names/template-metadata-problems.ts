import { fieldsOf } from "../json/json-object.ts";
import { annotationBytes, mostAnnotationBytes } from "./annotation-size.ts";
import { labelKeyProblems, labelValueProblems } from "./label-syntax.ts";

/** A part of an object's metadata that the API server would refuse. */
export interface MetadataProblem {
  /** The path of the map, such as `metadata.labels`. */
  readonly path: string;
  /** The key and the problem. */
  readonly message: string;
}

/**
 * Labels and annotations that the API server would refuse on the objects created from a Template. The API server would store the Template
 * itself, but no machine could ever be created from it. Pure.
 *
 * @param path - the path of `metadata`, for the problems.
 */
export function templateMetadataProblems(metadata: unknown, path: string): MetadataProblem[] {
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

function problemsOf(path: string, part: string, problems: readonly string[]): MetadataProblem[] {
  return problems.map((problem) => ({ path, message: `${part}: ${problem}` }));
}
