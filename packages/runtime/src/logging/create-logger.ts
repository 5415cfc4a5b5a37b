import type { Clock } from "../clock/clock.ts";
import { systemClock } from "../clock/system-clock.ts";
import { jsonOf, plainValue } from "./plain-value.ts";
import { stackLines } from "./stack-lines.ts";
import { type LogFields, type LogFormat, type Logger, type LogLevel, logLevels } from "./logger.ts";

/** Options of {@link createLogger}. */
export interface LoggerOptions {
  /** The least severe level that is written, or a function that returns it, called for each line. Default "info". */
  readonly level?: LogLevel | (() => LogLevel);
  /** Default "text". */
  readonly format?: LogFormat;
  /** Receives each line, with its line feed. Default: writes to standard error. */
  readonly write?: (line: string) => void;
  /** The clock for the times of the lines. Default: the system clock. */
  readonly clock?: Clock;
}

/** Characters that begin another line or change a terminal. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

function jsonLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  const all: LogFields = { time, level, message, ...fields };
  const shown = Object.entries(all).filter(([, value]) => value !== undefined);
  return `{${shown.map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`).join(",")}}`;
}

function textLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  const pairs = Object.entries(fields).map(([name, value]) => {
    const shown = value instanceof Error ? `${value.name}: ${value.message}` : plainValue(value);
    return `${name}=${typeof shown === "string" && /^[\w./:@-]+$/.test(shown) ? shown : jsonOf(shown)}`;
  });
  const stacks = level === "error" ? Object.values(fields).map((value) => stackLines(value)) : [];
  return (
    [time, level.toUpperCase().padEnd(5), message.replaceAll(unprintable, "\u{fffd}"), ...pairs].join(" ") +
    stacks.join("")
  );
}

/** A logger never fails its callers: a value that cannot be shown is omitted. */
function safely(line: typeof jsonLine): typeof jsonLine {
  return (time, level, message, fields) => {
    try {
      return line(time, level, message, fields);
    } catch {
      return line(time, level, message, { unreadableFields: Object.keys(fields).join(",") });
    }
  };
}

/** Writes one line if its level is enabled. */
type WriteLine = (level: LogLevel, message: string, fields: LogFields) => void;

/** One object for every reconcile, so it joins its fields only when a line is written. */
class LineLogger implements Logger {
  readonly #write: WriteLine;
  readonly #fields: LogFields;

  constructor(write: WriteLine, fields: LogFields) {
    this.#write = write;
    this.#fields = fields;
  }

  debug(message: string, fields?: LogFields): void {
    this.#write("debug", message, { ...this.#fields, ...fields });
  }

  info(message: string, fields?: LogFields): void {
    this.#write("info", message, { ...this.#fields, ...fields });
  }

  warn(message: string, fields?: LogFields): void {
    this.#write("warn", message, { ...this.#fields, ...fields });
  }

  error(message: string, fields?: LogFields): void {
    this.#write("error", message, { ...this.#fields, ...fields });
  }

  with(fields: LogFields): Logger {
    return new LineLogger(this.#write, { ...this.#fields, ...fields });
  }
}

/**
 * A logger that writes one line per entry. In text format, a bug that is logged as an error adds its stack in indented lines.
 *
 * @example
 * ```ts
 * import { createLogger } from "@capstan/runtime";
 *
 * const lines: string[] = [];
 * const logger = createLogger({ write: (line) => lines.push(line) });
 * logger.info("The cloud answers", { zones: 2 });
 * console.log(lines);
 * ```
 */
export function createLogger(options: LoggerOptions = {}): Logger {
  const write = options.write ?? ((line: string) => void process.stderr.write(line));
  const clock = options.clock ?? systemClock;
  const { level: least = "info" } = options;
  const leastNow = (): LogLevel => (typeof least === "string" ? least : least());
  const line = safely(options.format === "json" ? jsonLine : textLine);
  return new LineLogger((level, message, fields) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(leastNow())) return;
    write(`${line(new Date(clock.now()).toISOString(), level, message, fields)}\n`);
  }, {});
}

const silence = (): void => undefined;

/** A logger that writes nothing. */
export const silentLogger: Logger = {
  debug: silence,
  info: silence,
  warn: silence,
  error: silence,
  with: () => silentLogger,
};
