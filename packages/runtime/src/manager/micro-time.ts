/** RFC 3339 with microseconds, as in Leases and Events. */
export function microTime(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "000Z");
}
