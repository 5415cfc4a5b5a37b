/** Fields of a log line. Never secrets: keys, tokens, bootstrap data. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Structured logging: a constant sentence plus key/value pairs. */
export interface Logger {
  /** For developers of the program. */
  debug(message: string, fields?: LogFields): void;
  /** For operators: what happened. */
  info(message: string, fields?: LogFields): void;
  /** For operators: something that may need attention. */
  warn(message: string, fields?: LogFields): void;
  /** For operators: something failed. */
  error(message: string, fields?: LogFields): void;
  /** A logger that adds `fields` to every line. */
  with(fields: LogFields): Logger;
}

/** Levels, least important first. */
export const logLevels = ["debug", "info", "warn", "error"] as const;
/** A level of a log line. */
export type LogLevel = (typeof logLevels)[number];
/** The forms that a log line can have. */
export const logFormats = ["text", "json"] as const;
/** A form of a log line. */
export type LogFormat = (typeof logFormats)[number];
