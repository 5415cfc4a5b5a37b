import type { LogLevel } from "./logger.ts";

/** How much is logged, as `--v` of Kubernetes' programs says it, while the process runs. */
export class LogVerbosity {
  /** 4 and more: everything; below 0: warnings and errors only. */
  value: number;

  constructor(value: number) {
    this.value = value;
  }

  /** The least level that is logged at present. */
  get level(): LogLevel {
    if (this.value >= 4) return "debug";
    return this.value < 0 ? "warn" : "info";
  }
}
