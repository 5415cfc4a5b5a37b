import { type Authenticated } from "../user/user.ts";

/** What a request, or a review of one, asks leave for. */
export type Attributes = ResourceAttributes | PathAttributes;

export interface ResourceAttributes {
  readonly user: Authenticated;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty for what is in no namespace, and for all namespaces. */
  readonly namespace: string;
  readonly name: string;
}

/** Of what is not a resource, like `/healthz`. */
export interface PathAttributes {
  readonly user: Authenticated;
  readonly verb: string;
  readonly path: string;
}

export function isPath(attributes: Attributes): attributes is PathAttributes {
  return "path" in attributes;
}

/** Attributes that the group, the subresource, the namespace and the name are left out of where they are empty. */
export function resourceAttributes(
  given: Pick<ResourceAttributes, "user" | "verb" | "resource"> & Partial<ResourceAttributes>,
): ResourceAttributes {
  return { group: "", subresource: "", namespace: "", name: "", ...given };
}
