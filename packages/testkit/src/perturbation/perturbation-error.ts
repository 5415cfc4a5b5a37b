import { CapstanError } from "@capstan/kube";
import { divergenceText, type PerturbationReport } from "./report.ts";

/** A disturbed scenario has a different result; the message names the disturbance, and how to repeat the run. */
export class PerturbationError extends CapstanError {
  readonly code = "PerturbationDiverged";
  readonly retry = "never";
  /** The results of all runs. */
  readonly report: PerturbationReport;

  constructor(report: PerturbationReport) {
    super(divergenceText(report));
    this.report = report;
  }
}
