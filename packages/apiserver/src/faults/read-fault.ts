import { isMalformedText, parseJson } from "@capstan/kube";
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

const number: Schema = { type: "number" };
const text: Schema = { type: "string" };
const strings: Schema = { type: "array", items: text };

function oneOf(...values: readonly string[]): Schema {
  return { type: "string", enum: values };
}

/** An object with required and optional fields, and no others. */
function objectOf(required: Readonly<Record<string, Schema>>, optional: Readonly<Record<string, Schema>> = {}): Schema {
  const properties = { ...required, ...optional };
  return { type: "object", properties, required: Object.keys(required), additionalProperties: false };
}

const verbs = oneOf("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection");
const ofWatches = { group: text, resources: strings, namespace: text, name: text, user: text, product: text };
const onWatches = { on: objectOf({}, ofWatches) };
const onRequests = { on: objectOf({}, { verbs: { type: "array", items: verbs }, ...ofWatches }) };
const options = { ...onRequests, skip: number, times: number, share: number };
const when = oneOf("before", "after");

/** The fields of each type of fault, besides its type. */
const shapes: Readonly<Record<AskedFault["type"], Schema>> = {
  latency: objectOf({ ms: number }, options),
  error: objectOf({ code: number, reason: text }, { message: text, retryAfterSeconds: number, ...options }),
  reset: objectOf({ when }, options),
  silence: objectOf({ when }, options),
  outage: objectOf({ when, ms: number }, options),
  holdWatches: objectOf({}, onWatches),
  delayWatches: objectOf({ ms: number }, onWatches),
  reorderWatches: objectOf({ ms: number }, onWatches),
  breakWatches: objectOf({ how: oneOf("ended", "cut", "expired") }, onWatches),
  skewClock: objectOf({ ms: number }),
  compact: objectOf({}),
};

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
  check(stated, shapes[type]);
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
