/** RFC 3339 with microseconds, as Leases and Events carry it. */
export function microTime(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "000Z");
}
