const flag = "--bootstrap-token-ttl";
const unitMs = { h: 3_600_000, m: 60_000, s: 1000 };

/** What `--bootstrap-token-ttl` says, and the arguments without it. */
export interface TtlArguments {
  /** Milliseconds; undefined if the flag is not given. */
  readonly tokenTtlMs: number | undefined;
  readonly rest: readonly string[];
}

/**
 * Takes `--bootstrap-token-ttl=15m` (or as two arguments) out of the command line.
 *
 * @throws Error the duration cannot be read, or is below a minute: machines need time to boot and join.
 */
export function takeTtlFlag(argv: readonly string[]): TtlArguments {
  const at = argv.findIndex((argument) => argument === flag || argument.startsWith(`${flag}=`));
  const given = argv[at];
  if (given === undefined) return { tokenTtlMs: undefined, rest: argv };
  const joined = given.startsWith(`${flag}=`);
  const value = joined ? given.slice(flag.length + 1) : (argv[at + 1] ?? "");
  return { tokenTtlMs: parseDuration(value), rest: argv.toSpliced(at, joined ? 1 : 2) };
}

function parseDuration(text: string): number {
  const [, hours, minutes, seconds] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? [];
  const durationMs = Number(hours ?? 0) * unitMs.h + Number(minutes ?? 0) * unitMs.m + Number(seconds ?? 0) * unitMs.s;
  if (durationMs < unitMs.m) {
    throw new Error(`${flag} ${JSON.stringify(text)}: give a duration of at least one minute, such as 15m or 1h30m`);
  }
  return durationMs;
}
