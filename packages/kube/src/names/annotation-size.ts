/** How many bytes the annotations of an object may have together, keys and values. */
export const mostAnnotationBytes = 256 * 1024;

/** How many bytes annotations have together, keys and values; a value that is not a string counts as empty. */
export function annotationBytes(annotations: Readonly<Record<string, unknown>>): number {
  return Object.entries(annotations).reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
}

function byteLength(value: unknown): number {
  return typeof value === "string" ? Buffer.byteLength(value) : 0;
}
