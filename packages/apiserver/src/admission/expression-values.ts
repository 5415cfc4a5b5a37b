import { without } from "@capstan/kube";
import { jsonValue } from "../cel/values/json-value.ts";
import { type CelValue } from "../cel/values/value.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Attributes } from "./attributes.ts";
import { reviewRequest, versionedObjects } from "./review-request.ts";
import { type Versioned } from "./shown-object.ts";

/** The values of the variables in expressions about a write, except for parameters. */
export async function expressionValues(
  shown: Versioned,
  attributes: Attributes,
  namespace?: ApiObject,
): Promise<ReadonlyMap<string, CelValue>> {
  const { object, oldObject } = await versionedObjects(shown, attributes);
  return new Map<string, CelValue>([
    ["object", jsonValue(object)],
    ["oldObject", jsonValue(oldObject)],
    ["request", jsonValue(reviewRequest(shown, attributes))],
    ["namespaceObject", jsonValue(namespace === undefined ? null : shownNamespace(namespace))],
  ]);
}

function shownNamespace(namespace: ApiObject): object {
  const metadata = without({ ...namespace.metadata }, "managedFields", "ownerReferences", "selfLink");
  return { metadata, ...("spec" in namespace ? { spec: namespace.spec } : {}), status: namespace.status ?? {} };
}
