import type { LogFields, Logger } from "@capstan/runtime";
import type { SecretGuard } from "./secret-guard.ts";

/** A logger that passes every line, of any level, to the guard and to the inner logger. */
export function guardedLogger(guard: SecretGuard, inner: Logger | undefined): Logger {
  const log =
    (level: "debug" | "error" | "info" | "warn") =>
    (message: string, fields?: LogFields): void => {
      guard.emitted(`log (${message})`, { message, ...fields });
      inner?.[level](message, fields);
    };
  return {
    debug: log("debug"),
    info: log("info"),
    warn: log("warn"),
    error: log("error"),
    with: (fields) => {
      guard.emitted("log", fields);
      return guardedLogger(guard, inner?.with(fields));
    },
  };
}
