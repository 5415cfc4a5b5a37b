import { schemaValidator, type StructuralSchema } from "@capstan/contract";
import { isJsonObject, without } from "@capstan/kube";
import { randomOf } from "./random.ts";
import { candidateValues } from "./candidate-values.ts";

/** A change of a spec: one field that is changed, added or removed. */
export interface SpecChange {
  /** Such as `spec.size`. */
  readonly path: string;
  /** For people: `spec.size from "small" to "large"`. */
  readonly text: string;
  /** The whole changed spec. */
  readonly spec: object;
}

/** Options of {@link specChanges}. */
export interface ChangeOptions {
  readonly schema: StructuralSchema;
  readonly spec: object;
  /** Fields of the spec that do not belong to the user. */
  readonly notOfUser: ReadonlySet<string>;
  readonly seed: number;
  readonly atMost: number;
}

/**
 * Changes of a spec that its schema admits, in as many different fields as possible; the seed determines the selection. CEL rules and
 * webhooks are left to the server.
 */
export function specChanges({ schema, spec, notOfUser, seed, atMost }: ChangeOptions): readonly SpecChange[] {
  const root = { ...schema, properties: without(schema.properties ?? {}, ...notOfUser) };
  const validator = schemaValidator(schema);
  const rounds = new Map<string, SpecChange[]>();
  for (const { path, from, to, changed } of changesWithin(root, spec, "spec")) {
    if (!isJsonObject(changed) || !validator.accepts(validator.asStored(changed))) continue;
    const text = `${path} from ${shown(from)} to ${shown(to)}`;
    const known = rounds.get(path) ?? [];
    if (!known.some((change) => change.text === text)) rounds.set(path, [...known, { path, text, spec: changed }]);
  }
  const ofFields = shuffled([...rounds.values()], seed).map((changes) => shuffled(changes, seed));
  const most = Math.max(0, ...ofFields.map(({ length }) => length));
  const inRounds = Array.from({ length: most }, (_, round) => ofFields.map((changes) => changes[round])).flat();
  return inRounds.filter((change) => change !== undefined).slice(0, atMost);
}

interface Change {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
  /** The value with the change in it. */
  readonly changed: unknown;
}

/** Changes of a value, and of its fields and items. */
function changesWithin(schema: StructuralSchema, value: unknown, path: string): Change[] {
  const own = candidateValues(schema, value).map((to) => ({ path, from: value, to, changed: to }));
  return [...own, ...changesOfFields(schema, value, path), ...changesOfItems(schema, value, path)];
}

function changesOfFields({ properties = {}, required = [] }: StructuralSchema, value: unknown, path: string): Change[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const inner = `${path}.${name}`;
    const from = value[name];
    const within = changesWithin(property, from, inner);
    const removed: Change[] =
      from === undefined || required.includes(name) ? [] : [{ path: inner, from, to: undefined, changed: undefined }];
    return [...within, ...removed].map((change) => ({
      ...change,
      changed: change.changed === undefined ? without(value, name) : { ...value, [name]: change.changed },
    }));
  });
}

/** Changes of the first item: all others have the same schema. */
function changesOfItems({ items }: StructuralSchema, value: unknown, path: string): Change[] {
  if (!Array.isArray(value) || value.length === 0 || items === undefined) return [];
  const [first, ...others] = value as unknown[];
  return changesWithin(items, first, `${path}[0]`).map((change) => ({
    ...change,
    changed: [change.changed, ...others],
  }));
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** The items in an order that the seed determines. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = randomOf(seed);
  return items
    .map((item) => ({ item, place: random(2 ** 31) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
