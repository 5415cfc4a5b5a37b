// npm run generate: packages/contract/src/catalogue/*.generated.ts from packages/contract/rules.yaml.
import { readFileSync, writeFileSync } from "node:fs";
import { load } from "js-yaml";
import { format, resolveConfig } from "prettier";

/** The fields of a rule in rules.yaml that the package includes. */
interface YAMLRule {
  readonly id: string;
  readonly title: string;
  readonly level: string;
  readonly contract: string;
  readonly "applies-to": readonly string[];
  readonly condition?: string;
  readonly statement: string;
  readonly explanation?: string;
  readonly check: { readonly kind: readonly string[]; readonly how: string };
  readonly sources: readonly string[];
  readonly scenario?: { readonly given: string; readonly when: string; readonly then: string };
}

const yaml = new URL("../packages/contract/rules.yaml", import.meta.url);
const folder = new URL("../packages/contract/src/catalogue/", import.meta.url);
const notice = "// Generated from rules.yaml by `npm run generate`. Change the rules there.";

/**
 * The generated files by their URL, formatted like the repository.
 *
 * @throws Error - naming the first rule without a unique id, without a source, or whose statement is not one line of 15 to 140 characters
 * with a full stop.
 */
export async function generatedFiles(text = readFileSync(yaml, "utf8")): Promise<ReadonlyMap<string, string>> {
  const { rules } = load(text) as { readonly rules: readonly YAMLRule[] };
  for (const [index, rule] of rules.entries()) refuseIfUnclear(rule, rules.slice(0, index));
  const options = { ...(await resolveConfig(yaml)), parser: "typescript" };
  return new Map([
    [new URL("catalogue.generated.ts", folder).href, await format(catalogue(rules), options)],
    [new URL("explanations.generated.ts", folder).href, await format(explanations(rules), options)],
  ]);
}

function refuseIfUnclear({ id, statement, sources }: YAMLRule, before: readonly YAMLRule[]): void {
  if (!/^[A-Z]{2,3}-\d{3}$/.test(id) || before.some((rule) => rule.id === id))
    throw new Error(`${id} is not a new id.`);
  if (!/^[^\n]{14,139}\.$/.test(statement))
    throw new Error(`${id}: the statement is not one line of 15 to 140 characters.`);
  if (sources.length === 0) throw new Error(`${id} has no source.`);
}

function catalogue(rules: readonly YAMLRule[]): string {
  const entries = rules.map(({ id, title, level, contract, statement, sources, check, ...rule }) => [
    id,
    { title, level, contract, appliesTo: rule["applies-to"], statement, sources, checks: check.kind },
  ]);
  const lines = rules.map(({ id, statement, sources: [source = ""] }) => {
    return `readonly ${JSON.stringify(id)}: ${JSON.stringify(`${id}: ${statement} (${source})`)};`;
  });
  return `${notice}
    import { type CatalogueEntry } from "./catalogue-entry.ts";

    /** Each rule in one line, with its source, by id: types, for the compiler to print. */
    export interface RuleTextById { ${lines.join("\n")} }

    /** Id of a rule that files can be checked by, without a running provider. */
    export type StaticRuleId = ${idsOf(rules, (check) => check.startsWith("static-"))};

    /** Id of a rule that shows in a running provider. */
    export type DynamicRuleId = ${idsOf(rules, (check) => check === "dynamic")};

    /** The rules of the provider contract, by id. */
    export const catalogue: Readonly<Record<keyof RuleTextById, CatalogueEntry>> = ${JSON.stringify(Object.fromEntries(entries))};`;
}

function idsOf(rules: readonly YAMLRule[], isOf: (check: string) => boolean): string {
  return rules
    .filter(({ check }) => check.kind.some(isOf))
    .map(({ id }) => JSON.stringify(id))
    .join(" | ");
}

function explanations(rules: readonly YAMLRule[]): string {
  const entries = rules.map(({ id, explanation, condition, check, scenario }) => [
    id,
    { explanation, condition, how: check.how, scenario },
  ]);
  return `${notice}
    import { type RuleTextById } from "./catalogue.generated.ts";
    import { type RuleExplanation } from "./rule-explanation.ts";

    /** What there is to say of each rule beyond its statement. */
    export const explanations: Readonly<Record<keyof RuleTextById, RuleExplanation>> =
      ${JSON.stringify(Object.fromEntries(entries))};`;
}

if (import.meta.main) {
  for (const [url, text] of await generatedFiles()) writeFileSync(new URL(url), text);
}
