import { type Authenticated } from "../user/user.ts";

/** The authorization attributes of a request or review. */
export type Attributes = ResourceAttributes | PathAttributes;

export interface ResourceAttributes {
  readonly user: Authenticated;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty for cluster-scoped kinds, and for all namespaces. */
  readonly namespace: string;
  readonly name: string;
}

/** For non-resource requests, such as `/healthz`. */
export interface PathAttributes {
  readonly user: Authenticated;
  readonly verb: string;
  readonly path: string;
}

export function isPath(attributes: Attributes): attributes is PathAttributes {
  return "path" in attributes;
}

/** Attributes without empty group, subresource, namespace and name. */
export function resourceAttributes(
  given: Pick<ResourceAttributes, "user" | "verb" | "resource"> & Partial<ResourceAttributes>,
): ResourceAttributes {
  return { group: "", subresource: "", namespace: "", name: "", ...given };
}
