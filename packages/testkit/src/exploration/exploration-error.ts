import { CapstanError } from "@capstan/kube";
import { type ExplorationReport, findingsText } from "./exploration-report.ts";

/** A provider does not follow the spec of an object; the message names the change and the problems. */
export class ExplorationError extends CapstanError {
  readonly code = "SpecNotFollowed";
  readonly retry = "never";
  /** The results of all changes. */
  readonly report: ExplorationReport;

  constructor(report: ExplorationReport) {
    super(findingsText(report));
    this.report = report;
  }
}
