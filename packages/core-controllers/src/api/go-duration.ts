const units: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };
const wellFormed = /^[-+]?(\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)(\d+(\.\d*)?(ns|us|µs|μs|ms|s|m|h)|\.\d+(ns|us|µs|μs|ms|s|m|h))*$/;

/** A duration as Go writes it, in whole seconds towards zero; `undefined` if it is none. */
export function secondsOf(text: unknown): number | undefined {
  if (text === "0") return 0;
  if (typeof text !== "string" || !wellFormed.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g)];
  const seconds = parts.reduce((sum, [, number = "0", unit = "s"]) => sum + Number(number) * (units[unit] ?? 0), 0);
  return Math.trunc(text.startsWith("-") ? -seconds : seconds) + 0;
}

/** Whole seconds as Go writes a duration: `1h0m0s`. */
export function durationOf(seconds: unknown): string | undefined {
  if (typeof seconds !== "number") return undefined;
  const sign = seconds < 0 ? "-" : "";
  const total = Math.abs(seconds);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  if (hours > 0) return `${sign}${hours}h${minutes}m${rest}s`;
  return minutes > 0 ? `${sign}${minutes}m${rest}s` : `${sign}${rest}s`;
}
