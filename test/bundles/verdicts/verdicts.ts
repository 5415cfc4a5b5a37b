import { isCRD, labelOf } from "@capstan/contract";
import { type Finding, findingsOf } from "../../../packages/cli/src/check/findings.ts";
import { withVersionNames } from "../../../packages/cli/src/check/path-steps.ts";
import { type Bundle, type BundleFolder, type Judgment } from "../folder/bundle-folder.ts";

/** The checker's current finding, where someone has judged an earlier one. */
export interface Verdict {
  readonly judgment: Judgment;
  /** The current findings for the object and the path. */
  readonly findings: readonly Finding[];
  /** The reason why it is wrong. Absent if it is right. */
  readonly wrong?: string;
}

/** A bundle, checked. */
export interface CheckedBundle {
  readonly name: string;
  readonly findings: readonly Finding[];
  readonly verdicts: readonly Verdict[];
  /** Findings of level MUST that no one has judged. */
  readonly unjudged: readonly Finding[];
}

/** Runs the checker over each bundle, and compares its findings with the expected ones. */
export function checkBundles({ bundles, judgments }: BundleFolder): CheckedBundle[] {
  return bundles.map((bundle) =>
    checkBundle(
      bundle,
      judgments.filter((judgment) => judgment.bundle === bundle.name),
    ),
  );
}

function checkBundle({ name, file }: Bundle, judgments: readonly Judgment[]): CheckedBundle {
  const { findings } = findingsOf([file]);
  const crds = file.documents.filter(isCRD);
  /** One fact has one key, however many rules it breaks: judgments have indexes where findings have version names. */
  const keyOf = ({ object, path }: Pick<Finding, "object" | "path">) => {
    const crd = crds.find((document) => labelOf(document) === object);
    return `${object} ${withVersionNames(path, crd)}`;
  };
  const byKey = Map.groupBy(findings, keyOf);
  const judged = Map.groupBy(judgments, keyOf);
  return {
    name,
    findings,
    verdicts: judgments.map((judgment) => verdictOf(judgment, byKey.get(keyOf(judgment)) ?? [])),
    unjudged: findings.filter((finding) => finding.level === "MUST" && !judged.has(keyOf(finding))),
  };
}

function verdictOf(judgment: Judgment, findings: readonly Finding[]): Verdict {
  const isMust = findings.some(({ level }) => level === "MUST");
  const isExpected = judgment.verdict === "expected";
  if (isMust === isExpected) return { judgment, findings };
  return { judgment, findings, wrong: isExpected ? "missing" : `a ${judgment.verdict} MUST` };
}
