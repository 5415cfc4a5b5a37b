import { isMalformedText, parseJson, without } from "@capstan/kube";
import { type RequestFilter } from "../request/request-filter.ts";
import { type Schema } from "../schema/schema.ts";
import { validate } from "../schema/validate.ts";
import { badRequest, invalid } from "../status/status-error.ts";
import { type FaultOptions, type RequestFault } from "./request-fault.ts";
import { type WatchBreak } from "./faults.ts";

/** Options of a fault in JSON. */
type AskedOptions = Omit<FaultOptions, "random">;

interface OnWatches {
  readonly on?: Omit<RequestFilter, "verbs">;
}

/** A fault requested over HTTP: a request fault with its options, or the name of a method of Faults. */
export type AskedFault =
  | (RequestFault & AskedOptions)
  | ({ readonly type: "holdWatches" } & OnWatches)
  | ({ readonly type: "delayWatches" | "reorderWatches"; readonly ms: number } & OnWatches)
  | ({ readonly type: "breakWatches"; readonly how: WatchBreak } & OnWatches)
  | { readonly type: "skewClock"; readonly ms: number }
  | { readonly type: "compact" };

interface AnyField {
  readonly schema: Schema;
  readonly isOptional: boolean;
}

/** The schema of a value of type `T`. */
interface Field<T> extends AnyField {
  /** Only for the compiler, which must not confuse fields of different types. */
  readonly of?: (value: T) => T;
}

/** A field for each property of `T`, optional if the property is: a property without a schema does not compile. */
type Fields<T> = {
  readonly [K in keyof T]-?: Field<Exclude<T[K], undefined>> & {
    readonly isOptional: Partial<Pick<T, K>> extends Pick<T, K> ? true : false;
  };
};

type Required<T> = Field<T> & { readonly isOptional: false };

const number: Required<number> = { schema: { type: "number" }, isOptional: false };
const text: Required<string> = { schema: { type: "string" }, isOptional: false };

/** A string from a set that names all values. */
function oneOf<T extends string>(all: Readonly<Record<T, true>>): Required<T> {
  return { schema: { type: "string", enum: Object.keys(all) }, isOptional: false };
}

function listOf<T>({ schema: items }: Required<T>): Required<readonly T[]> {
  return { schema: { type: "array", items }, isOptional: false };
}

function objectOf<T>(fields: Fields<T>): Required<T> {
  const all = Object.entries<AnyField>(fields as Readonly<Record<string, AnyField>>);
  const properties = Object.fromEntries(all.map(([name, { schema }]) => [name, schema]));
  const required = all.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  return { schema: { type: "object", properties, required, additionalProperties: false }, isOptional: false };
}

/** An optional field. */
function ifStated<T>({ schema }: Required<T>): Field<T> & { readonly isOptional: true } {
  return { schema, isOptional: true };
}

const filter: Fields<RequestFilter> = {
  verbs: ifStated(
    listOf(
      oneOf<NonNullable<RequestFilter["verbs"]>[number]>({
        get: true,
        list: true,
        watch: true,
        create: true,
        update: true,
        patch: true,
        delete: true,
        deletecollection: true,
      }),
    ),
  ),
  group: ifStated(text),
  resources: ifStated(listOf(text)),
  namespace: ifStated(text),
  name: ifStated(text),
  user: ifStated(text),
  product: ifStated(text),
};

const options: Fields<Omit<FaultOptions, "random">> = {
  on: ifStated(objectOf(filter)),
  skip: ifStated(number),
  times: ifStated(number),
  share: ifStated(number),
};

const onWatches = { on: ifStated(objectOf<Omit<RequestFilter, "verbs">>(without(filter, "verbs"))) };
const when = oneOf({ before: true, after: true });

/** The fields of each type of fault, besides its type. */
const shapes: { readonly [T in AskedFault["type"]]: Fields<Stated<T>> } = {
  latency: { ms: number, ...options },
  error: { code: number, reason: text, message: ifStated(text), retryAfterSeconds: ifStated(number), ...options },
  reset: { when, ...options },
  silence: { when, ...options },
  outage: { when, ms: number, ...options },
  holdWatches: onWatches,
  delayWatches: { ms: number, ...onWatches },
  reorderWatches: { ms: number, ...onWatches },
  breakWatches: { how: oneOf({ ended: true, cut: true, expired: true }), ...onWatches },
  skewClock: { ms: number },
  compact: {},
};

type Stated<T, F = AskedFault> = F extends { readonly type: infer Types }
  ? T extends Types
    ? Omit<F, "type">
    : never
  : never;

const typed: Schema = {
  type: "object",
  required: ["type"],
  properties: { type: { type: "string", enum: Object.keys(shapes) } },
};

/** A fault has a filter, which has lists. */
const mostDepth = 3;

/**
 * Parses the fault in a request's body.
 *
 * @throws StatusError BadRequest, Invalid: the problems, field by field.
 */
export function readFault(body: Buffer): AskedFault {
  const value = parsed(body);
  check(value, typed);
  const { type, ...stated } = value as AskedFault;
  check(stated, objectOf<object>(shapes[type]).schema);
  return value as AskedFault;
}

function parsed(body: Buffer): unknown {
  try {
    return parseJson(body.toString("utf8"), { depth: mostDepth });
  } catch (error) {
    if (!isMalformedText(error)) throw error;
    throw badRequest(`the fault cannot be read: ${error.message}`);
  }
}

function check(value: unknown, schema: Schema): void {
  const errors = validate(value, schema);
  if (errors.length > 0) throw invalid({ group: "", name: "Fault" }, "", errors);
}
