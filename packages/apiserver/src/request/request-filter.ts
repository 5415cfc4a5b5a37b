import { type RequestInfo } from "./request-info.ts";

/** Which requests are meant; what is left out may be anything. Only requests for resources of users that the server knows are. */
export interface RequestFilter {
  /** As roles name them: get, list, watch, create, update, patch, delete, deletecollection. */
  readonly verbs?: readonly RequestInfo["verb"][];
  /** API group; "" is the core group. */
  readonly group?: string;
  /** In plural, as roles name them: `machines` is not `machines/status`. */
  readonly resources?: readonly string[];
  /** "" means requests without a namespace: for all of them, or for what is cluster-scoped. */
  readonly namespace?: string;
  /** The object's name. Default: any. */
  readonly name?: string;
  /** Full user name, for example `system:serviceaccount:capi-system:default`. */
  readonly user?: string;
  /** The product at the beginning of the User-Agent, for example `capstan-core`. */
  readonly product?: string;
}

/** A request for a resource, and who sends it. */
export interface Caller {
  readonly info: RequestInfo;
  readonly user: string;
  readonly userAgent: string;
}

/** Whether a filter means a request. */
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
