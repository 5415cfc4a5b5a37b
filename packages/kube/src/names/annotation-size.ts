/** The limit for all annotations of an object together, keys and values, in bytes. */
export const mostAnnotationBytes = 256 * 1024;

/** The size of annotations together, keys and values, in bytes; a value that is not a string counts as empty. */
export function annotationBytes(annotations: Readonly<Record<string, unknown>>): number {
  return Object.entries(annotations).reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
}

function byteLength(value: unknown): number {
  return typeof value === "string" ? Buffer.byteLength(value) : 0;
}
