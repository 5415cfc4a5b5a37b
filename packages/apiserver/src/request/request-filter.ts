import { type RequestInfo } from "./request-info.ts";

/** Selects requests; unset fields match anything. Matches only requests for resources from authenticated users. */
export interface RequestFilter {
  /** As in roles: get, list, watch, create, update, patch, delete, deletecollection. */
  readonly verbs?: readonly RequestInfo["verb"][];
  /** API group; "" is the core group. */
  readonly group?: string;
  /** Plurals, as in roles: `machines` does not match `machines/status`. */
  readonly resources?: readonly string[];
  /** "" matches requests without a namespace: for all namespaces, or for cluster-scoped kinds. */
  readonly namespace?: string | undefined;
  /** The object's name. Default: any. */
  readonly name?: string;
  /** Full user name, for example `system:serviceaccount:capi-system:default`. */
  readonly user?: string;
  /** The product at the beginning of the User-Agent, for example `capstan-core`. */
  readonly product?: string;
}

/** A request for a resource, and its sender. */
export interface Caller {
  readonly info: RequestInfo;
  readonly user: string;
  readonly userAgent: string;
}

/** Whether a filter matches a request. */
export function isMeant(filter: RequestFilter, { info, user, userAgent }: Caller): boolean {
  const { verb, group, resource, subresource, namespace, name } = info;
  const [product = ""] = userAgent.split(/[/ ]/, 1);
  const path = subresource === "" ? resource : `${resource}/${subresource}`;
  return (
    (filter.verbs?.includes(verb) ?? true) &&
    (filter.resources?.includes(path) ?? true) &&
    isSame(filter.group, group) &&
    isSame(filter.namespace, namespace) &&
    isSame(filter.name, name) &&
    isSame(filter.user, user) &&
    isSame(filter.product, product)
  );
}

function isSame(wanted: string | undefined, actual: string): boolean {
  return wanted === undefined || wanted === actual;
}
