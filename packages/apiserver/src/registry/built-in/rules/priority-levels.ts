import { jsonEqual, type JsonObject, objectAt, textAt, without } from "@capstan/kube";
import { flowObjects, mandatory } from "../../../flow-control/flow-objects.ts";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError, forbiddenAt, invalidAt, required, unsupported } from "../../../status/field-error.ts";
import { at, type Cell, type KindRules, text } from "./cells.ts";
import { checkConditions } from "./flow-schemas.ts";

const queuing = (field: string): Cell => at("spec", "limited", "limitResponse", "queuing", field)("<none>");

export const priorityLevelRules: KindRules = {
  validate: (object) => [...checkSpec(object), ...checkFixed(object), ...checkConditions(object)],
  cells: {
    Type: text("spec", "type"),
    NominalConcurrencyShares: at("spec", "limited", "nominalConcurrencyShares")("<none>"),
    Queues: queuing("queues"),
    HandSize: queuing("handSize"),
    QueueLengthLimit: queuing("queueLengthLimit"),
  },
};

/** Mandatory objects are immutable, except for the shares of `exempt`. */
function checkFixed({ kind, metadata: { name }, spec: given }: ApiObject): FieldError[] {
  const fixed = flowObjects.find((one) => one.kind === kind && one.metadata.name === name)?.spec;
  const spec = objectAt(given) ?? {};
  if (!mandatory.has(name) || fixed === undefined) return [];
  const isExempt = name === "exempt";
  const isSame = isExempt ? jsonEqual(without(fixed, "exempt"), without(spec, "exempt")) : jsonEqual(fixed, spec);
  const what = isExempt ? `spec of '${name}' except the 'spec.exempt' field` : `spec of '${name}'`;
  return isSame ? [] : [invalidAt("spec", spec, `${what} must equal the fixed value`)];
}

function checkSpec({ metadata: { name }, ...object }: ApiObject): FieldError[] {
  const spec = objectAt(object, "spec") ?? {};
  const type = textAt(spec, "type") ?? "";
  const isOfName = (name === "exempt") === (type === "Exempt");
  return [
    ...(isOfName ? [] : [invalidAt("spec.type", type, "must be 'Exempt' if and only if `name` is 'exempt'")]),
    ...checkType(spec, type),
  ];
}

function checkType(spec: JsonObject, type: string): FieldError[] {
  const [limited, exempt] = [objectAt(spec, "limited"), objectAt(spec, "exempt")];
  if (type === "") return [required("spec.type")];
  if (type === "Exempt") {
    return [
      ...(limited === undefined ? [] : [forbiddenAt("spec.limited", "must be nil if the type is not Limited")]),
      ...(exempt === undefined ? [] : checkShares(exempt, "spec.exempt")),
    ];
  }
  if (type !== "Limited") return [unsupported("spec.type", type, ["Exempt", "Limited"])];
  return [
    ...(exempt === undefined ? [] : [forbiddenAt("spec.exempt", "must be nil if the type is Limited")]),
    ...(limited === undefined
      ? [required("spec.limited", "must not be empty when type is Limited")]
      : checkLimited(limited)),
  ];
}

function checkLimited(limited: JsonObject): FieldError[] {
  const [shares, percents] = checkShares(limited, "spec.limited").reduce<[FieldError[], FieldError[]]>(
    ([first, rest], error) => (error.field.endsWith("Shares") ? [[...first, error], rest] : [first, [...rest, error]]),
    [[], []],
  );
  const { borrowingLimitPercent: borrowed } = limited;
  const detail = "if specified, must be a non-negative integer";
  return [
    ...shares,
    ...checkResponse(objectAt(limited, "limitResponse") ?? {}, "spec.limited.limitResponse"),
    ...percents,
    ...(Number(borrowed) < 0 ? [invalidAt("spec.limited.borrowingLimitPercent", borrowed, detail)] : []),
  ];
}

function checkShares(
  { nominalConcurrencyShares: shares, lendablePercent: lent }: JsonObject,
  at: string,
): FieldError[] {
  const isPercent = lent === undefined || (Number(lent) >= 0 && Number(lent) <= 100);
  return [
    ...(Number(shares) < 0
      ? [invalidAt(`${at}.nominalConcurrencyShares`, shares, "must be a non-negative integer")]
      : []),
    ...(isPercent ? [] : [invalidAt(`${at}.lendablePercent`, lent, "must be between 0 and 100, inclusive")]),
  ];
}

function checkResponse(response: JsonObject, at: string): FieldError[] {
  const [type, queues] = [textAt(response, "type") ?? "", objectAt(response, "queuing")];
  const field = `${at}.queuing`;
  switch (type) {
    case "":
      return [required(`${at}.type`)];
    case "Reject": {
      const detail = "must be nil if limited.limitResponse.type is not Limited";
      return queues === undefined ? [] : [forbiddenAt(field, detail)];
    }
    case "Queue":
      if (queues !== undefined) return checkQueues(queues, field);
      return [required(field, "must not be empty if limited.limitResponse.type is Limited")];
    default:
      return [unsupported(`${at}.type`, type, ["Queue", "Reject"])];
  }
}

const mostQueues = 10_000_000;
/** The number of hash bits that select queues. */
const hashBits = 60;

function checkQueues(given: JsonObject, at: string): FieldError[] {
  const [length, queues, hand] = ["queueLengthLimit", "queues", "handSize"].map((field) => Number(given[field])) as [
    number,
    number,
    number,
  ];
  const problems: [string, number, string | undefined][] = [
    ["queueLengthLimit", length, length <= 0 ? "must be positive" : undefined],
    [
      "queues",
      queues,
      queues <= 0 ? "must be positive" : queues > mostQueues ? `must not be greater than ${mostQueues}` : undefined,
    ],
    ["handSize", hand, handProblem(queues, hand)],
  ];
  return problems.flatMap(([field, value, problem]) =>
    problem === undefined ? [] : [invalidAt(`${at}.${field}`, value, problem)],
  );
}

function handProblem(queues: number, hand: number): string | undefined {
  if (hand <= 0) return "must be positive";
  if (hand > queues) return `should not be greater than queues (${queues})`;
  if (entropyBits(queues, hand) <= hashBits) return undefined;
  return `required entropy bits of deckSize ${queues} and handSize ${hand} should not be greater than ${hashBits}`;
}

/** The number of bits for selecting a hand of queues, one after the other. */
function entropyBits(queues: number, hand: number): number {
  return Math.ceil(Math.log2(queues) * hand);
}
