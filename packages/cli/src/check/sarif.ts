import { describeViolation, ruleInfo } from "@capstan/contract";
import type { CheckReport, Finding } from "./findings.ts";

const severity = { MUST: "error", SHOULD: "warning", MAY: "note" } as const;

/** The findings as a SARIF 2.1.0 log, for code hosts and editors. */
export function sarifLog({ findings }: CheckReport, version: string): unknown {
  const broken = [...new Set(findings.map(({ rule }) => rule))].toSorted();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "capstan check",
            version,
            rules: broken.map(ruleInfo).map(({ id, title, statement, source, level }) => ({
              id,
              shortDescription: { text: title },
              fullDescription: { text: statement },
              help: { text: source },
              defaultConfiguration: { level: severity[level] },
            })),
          },
        },
        results: findings.map(resultOf),
      },
    ],
  };
}

function resultOf(finding: Finding): unknown {
  return {
    ruleId: finding.rule,
    level: severity[finding.level],
    message: { text: `${finding.object}: ${describeViolation(finding)}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: encodeURI(finding.file) } },
        logicalLocations: [{ fullyQualifiedName: `${finding.object} ${finding.path}`.trim(), kind: "member" }],
      },
    ],
  };
}
