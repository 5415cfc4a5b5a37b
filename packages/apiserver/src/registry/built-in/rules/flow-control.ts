import { jsonEqual, listAt, objectAt, textAt } from "@capstan/kube";
import { flowObjects, mandatory } from "../../../flow-control/flow-objects.ts";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError, invalidAt } from "../../../status/field-error.ts";
import { at, type Cell, count, type KindRules, text } from "./cells.ts";

export const flowSchemaRules: KindRules = {
  validate: checkFixed,
  cells: {
    PriorityLevel: text("spec", "priorityLevelConfiguration", "name"),
    MatchingPrecedence: count("spec", "matchingPrecedence"),
    DistinguisherMethod: at("spec", "distinguisherMethod", "type")("<none>"),
    MissingPL: (object) => {
      const conditions = listAt(object, "status", "conditions");
      const dangling = conditions.find((one) => textAt(one, "type") === "Dangling");
      return textAt(dangling, "status") ?? "?";
    },
  },
};

const queuing = (field: string): Cell => at("spec", "limited", "limitResponse", "queuing", field)("<none>");

export const priorityLevelRules: KindRules = {
  validate: checkFixed,
  cells: {
    Type: text("spec", "type"),
    NominalConcurrencyShares: at("spec", "limited", "nominalConcurrencyShares")("<none>"),
    Queues: queuing("queues"),
    HandSize: queuing("handSize"),
    QueueLengthLimit: queuing("queueLengthLimit"),
  },
};

/** Mandatory objects are immutable, except for the shares of `exempt`. */
function checkFixed({ kind, metadata: { name }, spec }: ApiObject): FieldError[] {
  if (!mandatory.has(name)) return [];
  const fixed = flowObjects.find((one) => one.kind === kind && one.metadata.name === name)?.spec;
  const isLevel = fixed?.exempt !== undefined;
  const isSame = jsonEqual(fixed, isLevel ? { ...objectAt(spec), exempt: fixed.exempt } : spec);
  const what = isLevel ? `spec of '${name}' except the 'spec.exempt' field` : `spec of '${name}'`;
  return isSame ? [] : [invalidAt("spec", spec, `${what} must equal the fixed value`)];
}
