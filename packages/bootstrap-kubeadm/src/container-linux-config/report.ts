/** A problem of a Container Linux Config, with its path. Contains none of the content, which may be secret. */
export interface Finding {
  /** Upstream refuses a warning only in strict mode. */
  readonly severity: "error" | "warning";
  /** Such as `storage.files[2].mode`. */
  readonly path: string;
  readonly message: string;
}

/** Collects findings while a config is read. */
export class Report {
  readonly findings: Finding[] = [];

  error(path: string, message: string): void {
    this.findings.push({ severity: "error", path, message });
  }

  warning(path: string, message: string): void {
    this.findings.push({ severity: "warning", path, message });
  }
}
