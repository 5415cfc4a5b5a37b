import { CommandLineError } from "@capstan/provider";

const unitMs = { h: 3_600_000, m: 60_000, s: 1000 };

/** Life of a bootstrap token unless told otherwise, in milliseconds: 15 minutes. */
export const defaultTokenTtlMs = 15 * unitMs.m;

/**
 * Reads a token's life as `15m` or `1h30m`.
 *
 * @returns milliseconds.
 * @throws {@link CommandLineError} it cannot be read, or is below a minute: machines need time to boot and join.
 */
export function parseTokenTtl(text: string): number {
  const [, hours, minutes, seconds] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? [];
  const durationMs = Number(hours ?? 0) * unitMs.h + Number(minutes ?? 0) * unitMs.m + Number(seconds ?? 0) * unitMs.s;
  if (durationMs < unitMs.m) {
    throw new CommandLineError(
      `--bootstrap-token-ttl ${JSON.stringify(text)}: give a duration of at least one minute, such as 15m or 1h30m`,
    );
  }
  return durationMs;
}
