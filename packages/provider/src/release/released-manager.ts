import type { CustomResourceDefinition } from "@capstan/contract";
import type { AdmissionWebhook } from "@capstan/runtime";
import type { ManagerNames } from "./manager-names.ts";
import type { RoleObject } from "./roles.ts";

/** A manager to install, whatever it serves. */
export interface ReleasedManager extends ManagerNames {
  /** The image, with its tag or digest. */
  readonly image: string;
  /** Arguments in addition to those of every manager. */
  readonly args: readonly string[];
  /** The CRDs of its kinds. For CRDs with a conversion webhook, the manager converts, whatever service the CRD names. */
  readonly crds: readonly CustomResourceDefinition[];
  /** The admission webhooks that it serves. */
  readonly admissionWebhooks: readonly AdmissionWebhook[];
  /** Whether it serves endpoints of other protocols on the server of its webhooks. Default: false. */
  readonly servesEndpoints?: boolean;
  /** Its roles. Roles whose label aggregates them into the role of another manager are not bound to its ServiceAccount. */
  readonly roles: readonly RoleObject[];
}
