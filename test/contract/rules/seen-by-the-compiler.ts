import { compile } from "../../../packages/provider/test/types/compile.ts";
import { incompleteOutcomes, ruleOf } from "../../../packages/provider/test/types/incomplete-outcomes.ts";
import type { Sighting } from "./sighting.ts";
import { labelOf, type TakenName, takenNames } from "./taken-names.ts";

const moment = "compile time";

/** The compiler errors for incomplete outcomes, and for schemas with names that the contract has taken. */
export function seenByTheCompiler(): Sighting[] {
  const subjects = [
    ...incompleteOutcomes.map(([title, source]) => ({ title, source, rule: ruleOf(title) })),
    ...takenNames.map((taken) => ({ title: labelOf(taken), source: definitionWith(taken), rule: taken.rule })),
  ];
  const said = compile(Object.fromEntries(subjects.map(({ title, source }) => [title, withImports(source)])));
  return subjects.map(({ title, rule }) => sightingIn(title, rule, said[title]?.join("\n") ?? ""));
}

function withImports(source: string): string {
  return `import * as provider from "@capstan/provider";\nconst { outcome, Type } = provider;\n${source}\nexport {};\n`;
}

function definitionWith({ role, contract, section, name }: TakenName): string {
  const schema = (own: string) => `Type.Object({ ${own} })`;
  const fields = { spec: schema(""), status: schema(""), [section]: schema(`${name}: Type.String()`) };
  return `provider.define${role}({
    kind: "Own${role}",
    versions: { v1: { contract: "${contract}", spec: ${fields.spec}, status: ${fields.status} } },
  });`;
}

function sightingIn(title: string, rule: string, said: string): Sighting {
  const [, statement, source] = new RegExp(`${rule}: (.+?\\.) \\((.+?)\\)(?=["'\`]| Remove )`).exec(said) ?? [];
  if (statement === undefined || source === undefined) {
    throw new Error(`The compiler does not say that ${title} breaks ${rule}: ${said}`);
  }
  return { moment, rule, statement, source };
}
