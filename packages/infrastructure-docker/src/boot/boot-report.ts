import { lastLines } from "./last-lines.ts";
import { splitOnce } from "./split-once.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** How far the boot of a container is. */
export type BootReport =
  /** The container has no plan, or only a part of it. */
  | { readonly state: "absent" }
  /** The plan is there; the runner has not been started since the container's last start, and must be. */
  | { readonly state: "ready" }
  | { readonly state: "running"; readonly what: string; readonly seconds: number }
  /** The container or its runner ended during a step. */
  | { readonly state: "interrupted"; readonly what: string }
  | {
      readonly state: "ended";
      readonly hasSentinel: boolean;
      readonly runsAgain: boolean;
      readonly failure?: StepFailure;
      /** Modules of cloud-init that failed and do not carry out bootstrap data. Default: none. */
      readonly failedModules?: readonly string[];
    }
  /** The image has no cloud-init, which must carry out the data. */
  | { readonly state: "noCloudInit" }
  /** cloud-init must carry out the data, and the container was created without a seed for it. */
  | { readonly state: "noSeed" }
  /** cloud-init has not begun, and nothing will start it. */
  | { readonly state: "notRun"; readonly why: string | Withheld };

/**
 * The place of an output that may contain secrets of bootstrap data: the Secret has changed since the boot, or it is not known what the
 * container boots from.
 */
export interface Withheld {
  readonly data: "changed" | "unknown";
}

/** A step of a boot that failed. */
export interface StepFailure {
  readonly what: string;
  /** Undefined if the step ended without one. */
  readonly exitCode?: number;
  /** The last lines of its output, without secrets. */
  readonly output: string | Withheld;
}

/** A report without what a step says and does, which may be secrets of the data. The place of the step in the data remains. Pure. */
export function withoutQuotes(report: BootReport, withheld: Withheld): BootReport {
  if ("what" in report) return { ...report, what: placeIn(report.what) };
  if (report.state === "notRun") return { ...report, why: withheld };
  if (report.state !== "ended" || report.failure === undefined) return report;
  return { ...report, failure: { ...report.failure, what: placeIn(report.failure.what), output: withheld } };
}

function placeIn(what: string): string {
  return splitOnce(what, ": ")[0];
}

/** The exit code of the report script for a container without a plan. */
const noPlan = 3;

/** Reads the output of the report script. Pure. */
export function readBootReport({
  exitCode,
  output,
}: {
  readonly exitCode: number;
  readonly output: string;
}): BootReport {
  // The shell ends with 2 or 127 if there is no script.
  if ([2, noPlan, 127].includes(exitCode)) return { state: "absent" };
  const [head, tail] = splitOnce(output, "\noutput\n");
  const fields = new Map(head.split("\n").map((line) => splitOnce(line, "=")));
  const what = withoutSecrets(fields.get("what") ?? "");
  const isClaimed = fields.get("claimed") === "yes";
  const sentinel = fields.get("sentinel");
  if (sentinel !== undefined) {
    const failed = fields.has("failed");
    const failure = { what, exitCode: Number(fields.get("code")), output: lastLines(tail) };
    const ended = { state: "ended", hasSentinel: sentinel === "written", runsAgain: !isClaimed } as const;
    return failed ? { ...ended, failure } : ended;
  }
  if (fields.get("runs") === "yes") return { state: "running", what, seconds: Number(fields.get("seconds") ?? 0) };
  if (fields.has("begun")) return { state: "interrupted", what };
  return isClaimed ? { state: "interrupted", what: "the runner" } : { state: "ready" };
}
