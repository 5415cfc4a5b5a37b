import { applyJSONPatch, isJsonObject, isPatchInapplicable, jsonEqual, type JsonObject } from "@capstan/kube";
import { EvaluationError } from "../cel/values/evaluation-error.ts";
import { plainValue } from "../cel/values/json-value.ts";
import { CelList, type CelValue, StructValue } from "../cel/values/value.ts";
import { type ApiObject } from "../object/api-object.ts";
import { misplaced } from "../policy/patch-dialect.ts";
import { memberSchema, type Schema } from "../schema/schema.ts";
import { itemStep, mergeApplied } from "../schema/typed-value.ts";
import { type Mutation } from "./mutating-policy.ts";

/** A mutation that cannot be applied. */
export class MutationError extends Error {}

/**
 * Applies a mutation to the object, in the version that the policy sees; returns the same object if nothing changes.
 *
 * @param schema - undefined for objects without a resource of their own, such as a Scale: as on the real server, nothing can be applied
 *   to them.
 *
 * @throws MutationError
 */
export function applyMutation(
  { type }: Mutation,
  value: CelValue,
  schema: Schema | undefined,
  object: ApiObject,
): ApiObject {
  const result = type === "JSONPatch" ? patched(value, object) : applied(value, schema, object);
  return jsonEqual(result, object) ? object : result;
}

function patched(value: CelValue, object: ApiObject): ApiObject {
  const operations = value instanceof CelList ? Array.from(value, operationOf) : [];
  try {
    return applyJSONPatch(object, operations) as ApiObject;
  } catch (error) {
    if (isPatchInapplicable(error)) {
      if (error.isTest) return object;
      throw new MutationError("JSON Patch: it does not fit the object", { cause: error });
    }
    throw error;
  }
}

function operationOf(operation: CelValue): JsonObject {
  if (!(operation instanceof StructValue)) return {};
  const stated = operation.fields.get("value");
  if (stated instanceof StructValue) refuseMisplaced(stated, stated.typeName.split("."));
  const plain = plainOf(operation);
  return isJsonObject(plain) ? plain : {};
}

function applied(value: CelValue, schema: Schema | undefined, object: ApiObject): ApiObject {
  refuseMisplaced(value, ["Object"]);
  const stated = plainOf(value);
  const { apiVersion, kind } = object;
  if (schema === undefined) {
    const why = `failed to convert patch object to typed object: no corresponding type for ${apiVersion}, Kind=${kind}`;
    throw new MutationError(`error applying patch: ${why}`);
  }
  const patch = { ...(isJsonObject(stated) ? stated : {}), apiVersion, kind };
  const atomics = atomicPaths(patch, schema);
  if (atomics.length > 0) {
    const which = atomics.join(", ");
    throw new MutationError(
      `error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${which}`,
    );
  }
  return mergeApplied(object, patch, schema) as ApiObject;
}

function refuseMisplaced(value: CelValue, path: readonly string[]): void {
  const problems = misplaced(value, path);
  if (problems.length > 0) throw new MutationError(`type mismatch: ${problems.join("\n")}`);
}

function plainOf(value: CelValue): unknown {
  try {
    return plainValue(value);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    const why = `JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${error.message}`;
    throw new MutationError(why, { cause: error });
  }
}

/** The paths of objects and lists in a value that are owned as a whole. */
function atomicPaths(value: unknown, schema: Schema | undefined, path = ""): string[] {
  if (isJsonObject(value)) {
    const own = schema?.["x-kubernetes-map-type"] === "atomic" ? [path] : [];
    const members = Object.entries(value).flatMap(([key, member]) =>
      atomicPaths(member, memberSchema(schema, key), `${path}.${key}`),
    );
    return [...own, ...members];
  }
  if (!Array.isArray(value)) return [];
  const own = itemStep(schema) === undefined ? [path] : [];
  return [...own, ...value.flatMap((item: unknown, index) => atomicPaths(item, schema?.items, `${path}[${index}]`))];
}
