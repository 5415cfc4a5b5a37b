import type { LogLevel } from "./logger.ts";

/** The log verbosity, as `--v` of Kubernetes' programs; may change while the process runs. */
export class LogVerbosity {
  /** 4 or more: everything; below 0: warnings and errors only. */
  value: number;

  constructor(value: number) {
    this.value = value;
  }

  /** The least severe level that is logged now. */
  get level(): LogLevel {
    if (this.value >= 4) return "debug";
    return this.value < 0 ? "warn" : "info";
  }
}
