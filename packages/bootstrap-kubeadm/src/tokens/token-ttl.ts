import { readDuration, wholeMilliseconds } from "@capstan/kube";
import { CommandLineError } from "@capstan/provider";

const minuteMs = 60_000;

/** Default lifetime of a bootstrap token, in milliseconds: 15 minutes. */
export const defaultTokenTtlMs = 15 * minuteMs;

/**
 * Parses a token's TTL such as `15m` or `1h30m`.
 *
 * @returns milliseconds.
 * @throws {@link CommandLineError} it is invalid, or below a minute: machines need time to boot and join.
 */
export function parseTokenTtl(text: string): number {
  const durationMs = wholeMilliseconds(readDuration(text) ?? 0n);
  if (durationMs >= minuteMs) return durationMs;
  throw new CommandLineError(
    `--bootstrap-token-ttl ${JSON.stringify(text)}: must be a duration of at least one minute, such as 15m or 1h30m`,
  );
}
