import { isJsonObject } from "@capstan/kube";
import { rememberedByName } from "../../object/remembered.ts";

type Step =
  { readonly member: string } | { readonly index: number } | { readonly all: true } | { readonly filter: Filter };

interface Filter {
  readonly path: readonly string[];
  readonly equal: boolean;
  readonly value: unknown;
}

const stepsOf = rememberedByName((path): readonly Step[] => parse(path) ?? [{ index: -1 }]);

/**
 * The values at a JSONPath, as CustomResourceDefinitions use them: members, `['name']`, `[0]`, `[*]` and `[?(@.type=="Ready")]`. Any other
 * path finds nothing.
 */
export function evaluateJsonPath(path: string, root: unknown): unknown[] {
  return stepsOf(path).reduce((values, step) => values.flatMap((value) => follow(value, step)), [root]);
}

function follow(value: unknown, step: Step): unknown[] {
  if ("member" in step) return isJsonObject(value) && Object.hasOwn(value, step.member) ? [value[step.member]] : [];
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  if ("index" in step) return step.index < items.length && step.index >= 0 ? [items[step.index]] : [];
  if ("all" in step) return isJsonObject(value) ? Object.values(value) : items;
  const { path, equal, value: wanted } = step.filter;
  return items.filter((item) => {
    const found = path.reduce<unknown>((current, key) => (isJsonObject(current) ? current[key] : undefined), item);
    return (found === wanted) === equal;
  });
}

const tokens =
  /\.?([A-Za-z_$][\w$-]*)|\.?\[\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+)|(\*)|\?\(\s*@\.([\w.$-]+)\s*(==|!=)\s*(?:'([^']*)'|"([^"]*)"|(\w+))\s*\))\s*\]|\.(\*)/y;

function parse(path: string): Step[] | undefined {
  const text = path.replace(/^\{(.*)\}$/, "$1").replace(/^\$/, "");
  const steps: Step[] = [];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < text.length) {
    // An escaped dot belongs to the member's name: .metadata.labels.example\.com/name
    const escaped = /\.((?:[^.[\\]|\\.)*\\\.(?:[^.[\\]|\\.)*)/y;
    escaped.lastIndex = tokens.lastIndex;
    const special = escaped.exec(text);
    if (special !== null) {
      steps.push({ member: (special[1] ?? "").replaceAll("\\.", ".") });
      tokens.lastIndex = escaped.lastIndex;
      continue;
    }
    const match = tokens.exec(text);
    if (match === null) return undefined;
    const [, , quoted] = match;
    if (quoted === undefined) steps.push(stepOf(match));
    else steps.push(...quotedMembers(quoted));
  }
  return steps;
}

/** Quoted parts are paths too: only escaped dots belong to a name. */
function quotedMembers(path: string): Step[] {
  const names = path.match(/(?:\\.|[^.\\])+/gs) ?? [];
  return names.map((name) => ({ member: name.replaceAll("\\", "") }));
}

function stepOf(match: RegExpExecArray): Step {
  const [, plain, , double, index, all, filterPath, operator, textA, textB, word, dotAll] = match;
  const member = plain ?? double;
  if (member !== undefined) return { member };
  if (index !== undefined) return { index: Number(index) };
  if (all !== undefined || dotAll !== undefined) return { all: true };
  const value = textA ?? textB ?? literal(word ?? "");
  return { filter: { path: (filterPath ?? "").split("."), equal: operator === "==", value } };
}

function literal(word: string): unknown {
  if (word === "true" || word === "false") return word === "true";
  const number = Number(word);
  return Number.isNaN(number) ? word : number;
}
