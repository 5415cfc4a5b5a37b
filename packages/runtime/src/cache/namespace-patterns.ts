import { ArgumentError } from "@capstan/kube";
/** Namespaces by name and by prefix. If both are empty: all namespaces. */
export interface NamespacePatterns {
  readonly names: readonly string[];
  readonly prefixes: readonly string[];
}

const name = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const prefix = /^[a-z0-9][-a-z0-9]{0,62}\*$/;

/** The problem with a namespace name or a prefix with `*`; `undefined` if there is none. Pure. */
export function namespaceProblem(pattern: string): string | undefined {
  if (name.test(pattern) || prefix.test(pattern)) return undefined;
  return `"${pattern}" must be the name of a namespace, or a prefix followed by *, such as team-*.`;
}

/**
 * Separates names from prefixes.
 *
 * @throws ArgumentError - a pattern is neither.
 */
export function parseNamespaces(patterns: readonly string[]): NamespacePatterns {
  const problem = patterns.map(namespaceProblem).find((found) => found !== undefined);
  if (problem !== undefined) throw new ArgumentError(problem);
  const isPrefix = (pattern: string): boolean => pattern.endsWith("*");
  return {
    names: [...new Set(patterns.filter((pattern) => !isPrefix(pattern)))],
    prefixes: [...new Set(patterns.filter(isPrefix).map((pattern) => pattern.slice(0, -1)))],
  };
}

/** Whether a namespace is served because of a prefix, not because of its name. */
export function hasServedPrefix({ names, prefixes }: NamespacePatterns, namespace: string): boolean {
  return !names.includes(namespace) && prefixes.some((start) => namespace.startsWith(start));
}
