import { fieldsOf } from "@capstan/kube";
import type { FieldProblem } from "@capstan/runtime";

const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const word = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const maxPrefix = 253;
const maxWord = 63;
/** Of all annotations of an object together, in bytes. */
const maxAnnotations = 256 * 1024;

/**
 * What the API server will refuse in the labels and annotations of the objects that a Template makes. The Template itself could be
 * stored with them, and no machine could ever be made from it.
 */
export function templateMetadataProblems(metadata: unknown, path: string): FieldProblem[] {
  const { labels, annotations } = fieldsOf(metadata);
  const annotationEntries = Object.entries(fieldsOf(annotations));
  const size = annotationEntries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key + String(value)), 0);
  const inLabels = Object.entries(fieldsOf(labels)).flatMap(([key, value]) => [
    ...problem(!isQualifiedName(key), `${path}.labels`, `has a key that is not a qualified name: ${key}`),
    ...problem(
      value !== "" && !isWord(String(value)),
      `${path}.labels`,
      `the value of ${key} must be at most ${maxWord} characters: letters, digits, and - _ . between them`,
    ),
  ]);
  const inAnnotations = annotationEntries.flatMap(([key]) =>
    problem(
      !isQualifiedName(key.toLowerCase()),
      `${path}.annotations`,
      `has a key that is not a qualified name: ${key}`,
    ),
  );
  const tooLong = problem(
    size > maxAnnotations,
    `${path}.annotations`,
    `must be at most ${maxAnnotations} bytes in total`,
  );
  return [...inLabels, ...inAnnotations, ...tooLong];
}

function isQualifiedName(key: string): boolean {
  const [name = "", prefix, ...more] = key.split("/").toReversed();
  if (more.length > 0 || !isWord(name)) return false;
  return prefix === undefined || (prefix.length <= maxPrefix && subdomain.test(prefix));
}

function isWord(text: string): boolean {
  return text.length <= maxWord && word.test(text);
}

function problem(isThere: boolean, path: string, message: string): FieldProblem[] {
  return isThere ? [{ path, message }] : [];
}
