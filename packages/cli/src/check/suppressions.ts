import { isRuleId } from "@capstan/contract";
import { isJsonObject, listAt, ManifestError, parseManifests, textAt } from "@capstan/kube";
import { type CheckReport, type Finding } from "./findings.ts";
import { fingerprintOf } from "./fingerprint.ts";

/** Findings that a project has decided to accept. */
export interface Suppression {
  /** Id of the rule. */
  readonly rule: string;
  /** The object of the finding, with `*` as a wildcard. Default: every object. */
  readonly object: string;
  /** The path of the finding, with `*` as a wildcard. Default: every path. */
  readonly path: string;
  /** The reason for the suppression. */
  readonly reason: string;
}

/** A suppressed finding, with the reason. */
export interface SuppressedFinding extends Finding {
  readonly reason: string;
}

/** A report without the suppressed findings. */
export interface SuppressedReport extends CheckReport {
  readonly suppressed: readonly SuppressedFinding[];
  /** Suppressions that match no finding. */
  readonly unused: readonly Suppression[];
}

/** The suppressions of a project. */
export interface Suppressions {
  readonly rules: readonly Suppression[];
  /** Fingerprints of the findings in the baseline. */
  readonly baseline: ReadonlySet<string>;
}

const inBaseline = "in the baseline";

/** Removes the findings that are suppressed, or that are in the baseline. */
export function suppressed(report: CheckReport, { rules, baseline }: Suppressions): SuppressedReport {
  const reasonFor = (finding: Finding): string | undefined =>
    rules.find((rule) => matches(rule, finding))?.reason ??
    (baseline.has(fingerprintOf(finding)) ? inBaseline : undefined);
  const judged = report.findings.map((finding) => ({ finding, reason: reasonFor(finding) }));
  return {
    ...report,
    findings: judged.filter(({ reason }) => reason === undefined).map(({ finding }) => finding),
    suppressed: judged.flatMap(({ finding, reason }) => (reason === undefined ? [] : [{ ...finding, reason }])),
    unused: rules.filter((rule) => !report.findings.some((finding) => matches(rule, finding))),
  };
}

function matches({ rule, object, path }: Suppression, finding: Finding): boolean {
  return rule === finding.rule && isLike(object, finding.object) && isLike(path, finding.path);
}

function isLike(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(text);
}

/**
 * Parses a file of suppressions: a list `suppressions` of rules with a reason, for some objects and paths or for all.
 *
 * @throws ManifestError it is not YAML, names a rule that does not exist, or lacks a reason.
 */
export function parseSuppressions(file: string, text: string): Suppression[] {
  const [document] = parseManifests(file, text, { duplicates: "refused" });
  if (!isJsonObject(document) || !Array.isArray(document.suppressions)) {
    throw new ManifestError(`${file}: must have a list \`suppressions\``);
  }
  return listAt(document, "suppressions").map((entry, index) => {
    const [rule = "", reason = ""] = [textAt(entry, "rule"), textAt(entry, "reason")];
    const place = `${file}: suppressions[${index}]`;
    if (!isRuleId(rule)) throw new ManifestError(`${place}: ${rule || "nothing"} is not a rule; see docs/rules.md`);
    if (reason.trim() === "") throw new ManifestError(`${place}: ${rule} needs a reason`);
    return { rule, reason, object: textAt(entry, "object") ?? "*", path: textAt(entry, "path") ?? "*" };
  });
}

/**
 * Parses a baseline that {@link baselineOf} wrote.
 *
 * @throws ManifestError it is not a baseline.
 */
export function parseBaseline(file: string, text: string): ReadonlySet<string> {
  const [document] = parseManifests(file, text);
  if (!isJsonObject(document) || !Array.isArray(document.findings)) {
    throw new ManifestError(`${file}: is not a baseline; write one with --write-baseline`);
  }
  return new Set(listAt(document, "findings").flatMap((entry) => textAt(entry, "fingerprint") ?? []));
}

/** Formats the current findings as a file, so that later runs report only new ones. */
export function baselineOf(findings: readonly Finding[]): string {
  const known = findings.map((finding) => ({
    fingerprint: fingerprintOf(finding),
    rule: finding.rule,
    object: finding.object,
    path: finding.path,
  }));
  const once = [...new Map(known.map((entry) => [entry.fingerprint, entry])).values()];
  return `${JSON.stringify({ findings: once }, undefined, 2)}\n`;
}
