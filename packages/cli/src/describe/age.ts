const units = [
  { name: "d", ms: 86_400_000 },
  { name: "h", ms: 3_600_000 },
  { name: "m", ms: 60_000 },
] as const;

/**
 * The age of a time, as kubectl shows ages: `12s`, `5m`, `3h`, `2d`; empty if `time` is not a time.
 *
 * @param time - RFC 3339.
 * @param now - milliseconds since the epoch.
 */
export function ageOf(time: string | undefined, now: number): string {
  const then = Date.parse(time ?? "");
  if (Number.isNaN(then)) return "";
  const ms = Math.max(0, now - then);
  // kubectl changes to the larger unit at two of it: 90s, 119m, 47h.
  const unit = units.find((candidate) => ms >= 2 * candidate.ms);
  return unit === undefined ? `${Math.floor(ms / 1000)}s` : `${Math.floor(ms / unit.ms)}${unit.name}`;
}
