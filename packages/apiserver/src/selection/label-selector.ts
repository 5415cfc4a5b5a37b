import { badRequest } from "../status/status-error.ts";

type Labels = Readonly<Record<string, string>>;

/** Whether an object with these labels is selected. */
export type LabelPredicate = (labels: Labels | undefined) => boolean;

const requirement =
  /^\s*(?:(!)\s*([^\s!=,()]+)|([^\s!=,()<>]+)(?:\s*(==|=|!=|<|>)\s*([^\s,()=!]*)|\s+(in|notin)\s*\(([^()]*)\))?)\s*(,|$)/;

/**
 * Reads a label selector in its text form: `a=b,c!=d,e,!f,g in (x,y),h notin (z)`.
 *
 * @throws StatusError BadRequest if it cannot be read.
 */
export function parseLabelSelector(text: string): LabelPredicate | undefined {
  if (text.trim() === "") return undefined;
  const predicates: LabelPredicate[] = [];
  let rest = text;
  while (rest !== "") {
    const match = requirement.exec(rest);
    if (match === null) throw badRequest(`unable to parse requirement: ${explain(rest)}`);
    predicates.push(predicateOf(match));
    rest = rest.slice(match[0].length);
  }
  return (labels = {}) => predicates.every((predicate) => predicate(labels));
}

function explain(rest: string): string {
  const found = /^[^=!,]*[=!]+[^=,]*(=)/.exec(rest)?.[1] ?? rest.trim().slice(0, 1);
  return `found '${found}', expected: ',' or 'end of string'`;
}

function predicateOf(match: RegExpExecArray): LabelPredicate {
  const [, , absent, key = "", operator, value = "", set, values = ""] = match;
  if (absent !== undefined) return (labels = {}) => !Object.hasOwn(labels, absent);
  const choices = values.split(",").map((choice) => choice.trim());
  switch (operator ?? set ?? "exists") {
    case "=":
    case "==":
      return (labels = {}) => labels[key] === value;
    case "!=":
      return (labels = {}) => labels[key] !== value;
    case "<":
      return (labels = {}) => Object.hasOwn(labels, key) && Number(labels[key]) < Number(value);
    case ">":
      return (labels = {}) => Object.hasOwn(labels, key) && Number(labels[key]) > Number(value);
    case "in":
      return (labels = {}) => Object.hasOwn(labels, key) && choices.includes(labels[key] ?? "");
    case "notin":
      return (labels = {}) => !Object.hasOwn(labels, key) || !choices.includes(labels[key] ?? "");
    default:
      return (labels = {}) => Object.hasOwn(labels, key);
  }
}
