import { CapstanError } from "@capstan/kube";
import { type ExplorationReport, findingsText } from "./exploration-report.ts";

/** A provider does not follow the spec of an object; the message says after which change, and what is wrong. */
export class ExplorationError extends CapstanError {
  readonly code = "SpecNotFollowed";
  readonly retry = "never";
  /** What all changes came to. */
  readonly report: ExplorationReport;

  constructor(report: ExplorationReport) {
    super(findingsText(report));
    this.report = report;
  }
}
