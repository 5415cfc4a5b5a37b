/** Fields of a log line. Never secrets: keys, tokens, bootstrap data. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Structured logging: a constant sentence plus key-value pairs. */
export interface Logger {
  /** For developers of the program. */
  debug(message: string, fields?: LogFields): void;
  /** For operators: a normal event. */
  info(message: string, fields?: LogFields): void;
  /** For operators: a situation that may need attention. */
  warn(message: string, fields?: LogFields): void;
  /** For operators: a failure. */
  error(message: string, fields?: LogFields): void;
  /** A logger that adds `fields` to every line. */
  with(fields: LogFields): Logger;
}

/** Levels, least severe first. */
export const logLevels = ["debug", "info", "warn", "error"] as const;
/** The level of a log line. */
export type LogLevel = (typeof logLevels)[number];
/** The formats of log lines. */
export const logFormats = ["text", "json"] as const;
/** The format of log lines. */
export type LogFormat = (typeof logFormats)[number];
