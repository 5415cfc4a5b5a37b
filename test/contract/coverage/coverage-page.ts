import type { RuleId, RuleInfo } from "@capstan/contract";
import { type Broken, changesThatBreak, howBroken } from "./broken-rules.ts";
import type { Coverage } from "./coverage.ts";
import { type Moment, moments } from "./moments.ts";
import { namedCoverage } from "./named-coverage.ts";
import { seededCoverage } from "./seeded-coverage.ts";
import { titledCoverage } from "./titled-coverage.ts";
import { reasonNotCaught } from "./uncaught-rules.ts";
import { reasonUnbroken } from "../../breaks/without-break.ts";

/** A rule, and for each moment at which a breach of it is caught one test as evidence. */
export interface CoveredRule {
  readonly rule: RuleInfo;
  readonly tests: readonly Coverage[];
  /** Why it is not caught or not broken, or the remaining gap. */
  readonly reason: string | undefined;
}

/** Every rule with the tests that catch its breaches. */
export function coveredRules(rules: readonly RuleInfo[]): readonly CoveredRule[] {
  const all = [...namedCoverage(), ...seededCoverage(), ...titledCoverage()];
  return rules.map((rule) => ({
    rule,
    tests: moments.flatMap((moment) => firstOf(all, rule.id, moment)),
    reason: reasonNotCaught(rule.id) ?? (howBroken(rule.id) === undefined ? reasonUnbroken(rule.id) : undefined),
  }));
}

function firstOf(all: readonly Coverage[], rule: RuleId, moment: Moment): readonly Coverage[] {
  const found = all.filter((coverage) => coverage.rule === rule && coverage.moment === moment);
  // A test that is mainly about this rule says more than a test that merely includes it.
  const aimed = found.find(({ test }) => test.startsWith(rule) || test.includes(`breaks ${rule}`));
  const best = aimed ?? found[0];
  return best === undefined ? [] : [best];
}

/** The report reports/contract-coverage.md. */
export function coveragePage(covered: readonly CoveredRule[]): string {
  const rows = covered.map(({ rule, tests, reason }) => {
    const { id, level, contract, title } = rule;
    const places = tests.map(({ moment, file, test }) => `**${moment}**: [${nameOf(file)}](../${file}) ${code(test)}`);
    const changes = changesThatBreak(id).map(
      ({ break: name, file, test }) => `**fails when** ${escape(name)}: [${nameOf(file)}](../${file}) ${code(test)}`,
    );
    const caught = [
      ...places,
      ...changes,
      ...(reason === undefined ? [] : [`_${escape(reason)}_`]),
    ];
    return `| ${[id, level, contract, escape(title), caught.join("<br>") || "–"].join(" | ")} |`;
  });
  return [introduction, summary(covered), "<!-- prettier-ignore-start -->", "", header, ...rows, "", end, ""].join(
    "\n",
  );
}

const introduction = `# Where a breach of the contract is caught

Every rule of the Cluster API provider contracts ([rules.yaml](../packages/contract/rules.yaml)), and the tests that show at
which moment a breach of it is caught. A rule counts as caught where something that breaks it is noticed: a seeded fault, as a CRD,
a definition or a provider, of which the test named is made; or a change of the sources, with which a test then fails. Written by
\`npm run docs -- rules\` from the rules, the tables of seeded faults, the titles of the tests and what \`npm run measure -- breaks\` has
recorded; a test fails when a file or a test named here is missing, and for a rule that nothing breaks without a reason.

- **compile time**: it is a type error, whose message names the rule.
- **definition time**: \`defineBootstrapConfig\` and the like throw a \`DefinitionError\`.
- **start-up**: the manager refuses to start, or says what is wrong with the CRDs on the server.
- **run time**: a status that breaks it never reaches the server: condition, Event, metric, typed error.
- **by construction**: the SDK does what the rule asks, whatever the author does; the test shows that.
- **capstan check**: found in CRDs, components files and releases of any provider, in any language.
- **conformance suite**: \`describeProviderContract\` finds it in a running provider. The tests named here run providers written
  by hand, each with one fault, since ours cannot have it.
- **provider's own test**: only the provider's author can try it; the test named here tries it on a provider of ours, with the
  same means.
- **fails when**: a change of the sources with which the rule does not hold, and a test that fails then, as
  \`npm run measure -- breaks\` has tried it. Rules that a seeded fault breaks need none.

In italics: why a breach is not caught, why nothing breaks the rule, or what is left over.
`;
const header = "| rule | level | contract | title | caught at, by the test |\n| --- | --- | --- | --- | --- |";
const end = "<!-- prettier-ignore-end -->";

function summary(covered: readonly CoveredRule[]): string {
  const lines = (["MUST", "SHOULD", "MAY"] as const).map((level) => {
    const ofLevel = covered.filter(({ rule }) => rule.level === level);
    const broken = (how: Broken | undefined) => ofLevel.filter(({ rule }) => howBroken(rule.id) === how);
    const unbroken = broken(undefined);
    const unexplained = unbroken.filter(({ reason }) => reason === undefined).length;
    const counts = [broken("seeded fault").length, broken("change").length, unbroken.length - unexplained, unexplained];
    return `| ${[level, ofLevel.length, ...counts].join(" | ")} |`;
  });
  const head =
    "| level | rules | caught by a seeded fault | caught by a change | not, with the reason | not |\n" +
    "| ----- | ----- | ------------------------ | ------------------ | -------------------- | --- |";
  return ["<!-- prettier-ignore-start -->", "", head, ...lines, "", end, ""].join("\n");
}

function nameOf(file: string): string {
  return file.split("/").at(-1) ?? file;
}

function code(text: string): string {
  const safe = text.replaceAll("|", String.raw`\|`).replaceAll(/\s+/g, " ");
  return safe.includes("`") ? `\`\` ${safe} \`\`` : `\`${safe}\``;
}

function escape(text: string): string {
  return text.replaceAll(/[<*_|]/g, String.raw`\$&`);
}
