import type { JsonObject } from "@capstan/kube";

/** What the cloud knows about an instance; Jinja templates can use it. */
export interface InstanceData {
  /** The cloud's id of the machine. */
  readonly instanceID: string;
  /** The hostname that the cloud gives the machine. */
  readonly localHostname: string;
  /** `v1.cloud_name`. Default: `unknown`, as in cloud-init. */
  readonly cloudName?: string;
  /** Further metadata, below `ds.meta_data`. The fields above take precedence. */
  readonly metadata?: JsonObject;
}
