import type { Clock } from "../clock/clock.ts";
import { systemClock } from "../clock/system-clock.ts";
import { type LogFields, type LogFormat, type Logger, type LogLevel, logLevels } from "./logger.ts";

/** Options of {@link createLogger}. */
export interface LoggerOptions {
  /** The least important level that is written. Default "info". */
  readonly level?: LogLevel;
  /** Default "text". */
  readonly format?: LogFormat;
  /** Where lines go, each with its line feed. Default standard error. */
  readonly write?: (line: string) => void;
  readonly clock?: Clock;
}

/** An error as plain data: what it says, its code and reason, and its chain of causes. Stacks only for bugs. */
function describeError(error: Error): Record<string, unknown> {
  const described: Record<string, unknown> = { name: error.name, message: error.message };
  if ("code" in error) described.code = error.code;
  if ("reason" in error) described.reason = error.reason;
  if (!("retry" in error) && error.stack !== undefined) described.stack = error.stack;
  if (error.cause instanceof Error) described.cause = describeError(error.cause);
  return described;
}

function plain(value: unknown): unknown {
  if (value instanceof Error) return describeError(value);
  return typeof value === "bigint" ? value.toString() : value;
}

function jsonLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  return JSON.stringify({ time, level, message, ...fields }, (_key, value: unknown) => plain(value));
}

function textLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  const pairs = Object.entries(fields).map(([name, value]) => {
    const shown = value instanceof Error ? `${value.name}: ${value.message}` : plain(value);
    return `${name}=${typeof shown === "string" && /^[\w./:@-]+$/.test(shown) ? shown : JSON.stringify(shown)}`;
  });
  return [time, level.toUpperCase().padEnd(5), message, ...pairs].join(" ");
}

/** A logger that writes one line an entry. */
export function createLogger(options: LoggerOptions = {}): Logger {
  const write = options.write ?? ((line: string) => void process.stderr.write(line));
  const clock = options.clock ?? systemClock;
  const least = logLevels.indexOf(options.level ?? "info");
  const line = options.format === "json" ? jsonLine : textLine;

  const make = (context: LogFields): Logger => {
    const log = (level: LogLevel) => (message: string, fields?: LogFields) => {
      if (logLevels.indexOf(level) < least) return;
      write(`${line(new Date(clock.now()).toISOString(), level, message, { ...context, ...fields })}\n`);
    };
    return {
      debug: log("debug"),
      info: log("info"),
      warn: log("warn"),
      error: log("error"),
      with: (fields) => make({ ...context, ...fields }),
    };
  };
  return make({});
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
