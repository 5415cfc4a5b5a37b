import { describeViolation, ruleInfo } from "@capstan/contract";
import type { TextRegion } from "./file-places.ts";
import type { CheckReport, Finding } from "./findings.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { helpOf } from "./rule-help.ts";
import { type SuppressedFinding } from "./suppressions.ts";

const severity = { MUST: "error", SHOULD: "warning", MAY: "note" } as const;

/** Formats the findings as a SARIF 2.1.0 log, for code hosts and editors. */
export function sarifLog(
  { findings }: Pick<CheckReport, "findings">,
  version: string,
  suppressed: readonly SuppressedFinding[] = [],
): unknown {
  const all = [...findings, ...suppressed];
  const broken = [...new Set(all.map(({ rule }) => rule))].toSorted();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "capstan check",
            version,
            informationUri: helpOf(),
            rules: broken.map(ruleInfo).map(({ id, title, statement, source, level }) => ({
              id,
              shortDescription: { text: title },
              fullDescription: { text: statement },
              help: { text: source },
              helpUri: helpOf(id),
              defaultConfiguration: { level: severity[level] },
            })),
          },
        },
        results: all.map(resultOf),
      },
    ],
  };
}

function resultOf(finding: Finding & { readonly reason?: string }): unknown {
  const { rule, level, file, region, object, path, reason } = finding;
  return {
    ruleId: rule,
    level: severity[level],
    message: { text: `${object}: ${describeViolation(finding)}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(file) },
          ...(region === undefined ? {} : { region: regionOf(region) }),
        },
        logicalLocations: [{ fullyQualifiedName: `${object} ${path}`.trim(), kind: "member" }],
      },
    ],
    partialFingerprints: { "capstanFinding/v1": fingerprintOf(finding) },
    ...(reason === undefined ? {} : { suppressions: [{ kind: "external", justification: reason }] }),
  };
}

function regionOf({ line, column, endLine, endColumn }: TextRegion): unknown {
  return { startLine: line, startColumn: column, endLine, endColumn };
}
