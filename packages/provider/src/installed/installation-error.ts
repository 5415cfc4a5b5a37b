import { CapstanError } from "@capstan/runtime";
import { describeFinding, type InstalledFinding } from "./installed-finding.ts";

/**
 * The CRDs on the server do not fit the definitions of a provider, which would break the contract or lose its writes. The manager does not
 * start. Not retried: a user must install other CRDs first.
 */
export class InstallationError extends CapstanError {
  readonly code = "InstallationUnfit";
  readonly retry = "never";
  /** Every broken MUST of all definitions of the manager. */
  readonly findings: readonly InstalledFinding[];

  constructor(findings: readonly InstalledFinding[]) {
    const lines = findings.map((finding) => `\n- ${describeFinding(finding)}`);
    const remedies = [...new Set(findings.map(({ remedy }) => remedy))];
    super(`The CRDs on the server do not match this provider:${lines.join("")}\nTo do: ${remedies.join("; ")}.`);
    this.findings = findings;
  }
}
