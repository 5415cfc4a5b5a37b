import { CapstanError } from "@capstan/kube";
import { divergenceText, type PerturbationReport } from "./report.ts";

/** A scenario comes to another end when something goes wrong; the message says when, and how to repeat it. */
export class PerturbationError extends CapstanError {
  readonly code = "PerturbationDiverged";
  readonly retry = "never";
  /** What all runs came to. */
  readonly report: PerturbationReport;

  constructor(report: PerturbationReport) {
    super(divergenceText(report));
    this.report = report;
  }
}
