import { without } from "@capstan/kube";
import { AuthorizerValue, type Decide } from "../cel/functions/authorization.ts";
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
  given: { readonly decide: Decide; readonly namespace?: ApiObject | undefined },
): Promise<ReadonlyMap<string, CelValue>> {
  const { object, oldObject } = await versionedObjects(shown, attributes);
  const authorizer = new AuthorizerValue(given.decide);
  const { resource, subresource = "" } = attributes.target;
  const { namespace, name } = attributes;
  return new Map<string, CelValue>([
    ["object", jsonValue(object)],
    ["oldObject", jsonValue(oldObject)],
    ["request", jsonValue(reviewRequest(shown, attributes))],
    ["namespaceObject", jsonValue(given.namespace === undefined ? null : shownNamespace(given.namespace))],
    ["authorizer", authorizer],
    [
      "authorizer.requestResource",
      authorizer.of({ group: resource.group, resource: resource.plural, subresource, namespace, name }),
    ],
  ]);
}

function shownNamespace(namespace: ApiObject): object {
  const metadata = without({ ...namespace.metadata }, "managedFields", "ownerReferences", "selfLink");
  return { metadata, ...("spec" in namespace ? { spec: namespace.spec } : {}), status: namespace.status ?? {} };
}
