import { authorizerType, resourceCheckType } from "../cel/functions/authorization.ts";
import {
  boolType,
  type CelType,
  dynType,
  intType,
  listOf,
  mapOf,
  stringType,
  timestampType,
} from "../cel/types/cel-type.ts";

function object(name: string, fields: Readonly<Record<string, CelType>>): CelType {
  return { kind: "object", name: `kubernetes.${name}`, fields: new Map(Object.entries(fields)) };
}

const strings = listOf(stringType);

const kind = object("GroupVersionKind", { group: stringType, version: stringType, kind: stringType });
const resource = object("GroupVersionResource", { group: stringType, version: stringType, resource: stringType });

const request = object("AdmissionRequest", {
  kind,
  resource,
  subResource: stringType,
  requestKind: kind,
  requestResource: resource,
  requestSubResource: stringType,
  name: stringType,
  namespace: stringType,
  operation: stringType,
  userInfo: object("UserInfo", {
    username: stringType,
    uid: stringType,
    groups: strings,
    extra: mapOf(stringType, strings),
  }),
  dryRun: boolType,
  options: dynType,
});

const namespace = object("Namespace", {
  metadata: object("NamespaceMetadata", {
    name: stringType,
    generateName: stringType,
    namespace: stringType,
    labels: mapOf(stringType, stringType),
    annotations: mapOf(stringType, stringType),
    UID: stringType,
    creationTimestamp: timestampType,
    deletionGracePeriodSeconds: intType,
    deletionTimestamp: timestampType,
    generation: intType,
    resourceVersion: stringType,
    finalizers: strings,
  }),
  spec: object("NamespaceSpec", { finalizers: strings }),
  status: object("NamespaceStatus", {
    conditions: listOf(
      object("NamespaceCondition", {
        status: stringType,
        type: stringType,
        lastTransitionTime: timestampType,
        message: stringType,
        reason: stringType,
      }),
    ),
    phase: stringType,
  }),
});

/** The variables of an expression about a write, in addition to those of every expression. */
export interface Extras {
  readonly params?: boolean;
  readonly authorizer?: boolean;
  /** Whether it creates a change of an object, and may use the functions for that. */
  readonly changes?: boolean;
  /** The type of the objects; unknown if unset. */
  readonly object?: CelType;
  /** The type of the parameters; unknown if unset. */
  readonly paramsType?: CelType;
  /** The variables of a policy, by name. */
  readonly variables?: ReadonlyMap<string, CelType>;
}

/** The types of the variables in an expression about a write. */
export function declaredTypes(extras: Extras): ReadonlyMap<string, CelType> {
  const { params, authorizer, variables, object: objectType = dynType, paramsType = dynType } = extras;
  const types = new Map<string, CelType>([
    ["object", objectType],
    ["oldObject", objectType],
    ["namespaceObject", namespace],
    ["request", request],
  ]);
  if (params === true) types.set("params", paramsType);
  if (authorizer === true) {
    types.set("authorizer", authorizerType);
    types.set("authorizer.requestResource", resourceCheckType);
  }
  if (variables !== undefined) {
    types.set("variables", { kind: "object", name: "kubernetes.variables", fields: variables });
  }
  return types;
}
