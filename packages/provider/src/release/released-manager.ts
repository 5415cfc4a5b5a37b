import type { CustomResourceDefinition } from "@capstan/contract";
import type { AdmissionWebhook } from "@capstan/runtime";
import type { ManagerNames } from "./manager-names.ts";
import type { RoleObject } from "./roles.ts";

/** A manager as it is installed, whatever it serves. */
export interface ReleasedManager extends ManagerNames {
  /** The image, with its tag or digest. */
  readonly image: string;
  /** Arguments, in addition to those of every manager. */
  readonly args: readonly string[];
  /** CRDs of what it serves. Those with a conversion webhook are converted by the manager, wherever they say it is. */
  readonly crds: readonly CustomResourceDefinition[];
  /** Webhooks that it serves for admission. */
  readonly admissionWebhooks: readonly AdmissionWebhook[];
  /** Its roles; those that are added to the role of another manager, by their label, are not bound to its account. */
  readonly roles: readonly RoleObject[];
}
