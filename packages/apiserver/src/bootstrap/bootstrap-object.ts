import { type JsonObject } from "@capstan/kube";

/** A role or binding of group `rbac.authorization.k8s.io`, version v1, before a server has stored it. */
export interface BootstrapObject extends JsonObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}
