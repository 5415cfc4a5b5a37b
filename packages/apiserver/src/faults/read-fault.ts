import { isMalformedText, parseJson, without } from "@capstan/kube";
import { type RequestFilter } from "../request/request-filter.ts";
import { type Schema } from "../schema/schema.ts";
import { validate } from "../schema/validate.ts";
import { badRequest, invalid } from "../status/status-error.ts";
import { type AskedFault } from "./asked-fault.ts";
import { type Fields, listOf, number, objectOf, oneOf, ifStated, text } from "./field.ts";
import { type FaultOptions } from "./request-fault.ts";

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
