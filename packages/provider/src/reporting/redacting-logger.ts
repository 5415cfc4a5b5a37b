import type { Logger } from "@capstan/runtime";
import type { SecretStrings } from "./secret-strings.ts";

/** Removes secrets from the input of a logger: those known when a line is written. */
export function redactingLogger(logger: Logger, secrets: SecretStrings): Logger {
  const line =
    (level: "debug" | "info" | "warn" | "error"): Logger["info"] =>
    (message, fields) => {
      logger[level](secrets.redact(message), fields === undefined ? undefined : secrets.redactFields(fields));
    };
  return {
    debug: line("debug"),
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
    with: (fields) => redactingLogger(logger.with(secrets.redactFields(fields)), secrets),
  };
}
