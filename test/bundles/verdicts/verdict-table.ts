import { type Finding } from "../../../packages/cli/src/check/findings.ts";
import { aligned } from "../table/aligned.ts";
import { type CheckedBundle, type Verdict } from "./verdicts.ts";

/** Every judged finding with its current message, every MUST without a judgment, and the totals. */
export function verdictTable(checked: readonly CheckedBundle[]): string {
  const rows = checked.flatMap(({ name, verdicts, unjudged }) => [
    ...verdicts.map((verdict) => rowOf(name, verdict)),
    ...unjudged.map((finding) => ["WRONG: not judged", "-", name, reported([finding]), finding.object, finding.path]),
  ]);
  const heading = ["", "judged", "bundle", "reported", "object", "path"];
  return [aligned([heading, ...rows]), "", aligned(sumsOf(checked)), "", summaryOf(checked)].join("\n");
}

/** The number of wrong MUST findings: false, mere advice, or not judged; and of missing ones. */
export function wrongVerdicts(checked: readonly CheckedBundle[]): number {
  return checked.flatMap(({ verdicts, unjudged }) => [
    ...verdicts.filter(({ wrong }) => wrong !== undefined),
    ...unjudged,
  ]).length;
}

function rowOf(bundle: string, { judgment, findings, wrong }: Verdict): string[] {
  const state = wrong === undefined ? "ok" : `WRONG: ${wrong}`;
  return [state, `${judgment.verdict} ${judgment.rule}`, bundle, reported(findings), judgment.object, judgment.path];
}

function reported(findings: readonly Finding[]): string {
  const strings = findings.map(({ level, rule, region }) => `${level} ${rule} line ${String(region?.line ?? "?")}`);
  return strings.length === 0 ? "nothing" : strings.join(", ");
}

function sumsOf(checked: readonly CheckedBundle[]): string[][] {
  const rows = checked.map(({ name, findings, verdicts, unjudged }) => {
    const at = (level: string) => String(findings.filter((finding) => finding.level === level).length);
    const rules = Map.groupBy(
      findings.filter(({ level }) => level === "SHOULD"),
      ({ rule }) => rule,
    );
    const advice = Array.from(rules, ([rule, of]) => `${rule} ×${of.length}`).toSorted();
    const wrong = verdicts.filter((verdict) => verdict.wrong !== undefined).length + unjudged.length;
    return [name, at("MUST"), at("SHOULD"), at("MAY"), String(wrong), advice.join(", ")];
  });
  return [["bundle", "MUST", "SHOULD", "MAY", "wrong", "what is advised"], ...rows];
}

function summaryOf(checked: readonly CheckedBundle[]): string {
  const verdicts = checked.flatMap((bundle) => bundle.verdicts);
  const of = (verdict: string) => {
    const all = verdicts.filter(({ judgment }) => judgment.verdict === verdict);
    return `${all.filter(({ wrong }) => wrong === undefined).length} of ${all.length}`;
  };
  const unjudged = checked.flatMap((bundle) => bundle.unjudged).length;
  return [
    `${checked.length} bundles: ${of("expected")} true breaches reported as MUST;`,
    `${of("advice")} pieces of advice and ${of("false")} false findings not reported as MUST; ${unjudged} other MUST.`,
  ].join(" ");
}
