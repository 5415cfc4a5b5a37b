import type { DeepReadonly, KubernetesObject } from "@capstan/contract";

/** The request of an AdmissionReview (admission.k8s.io/v1), with the fields that rules for objects need. */
export interface AdmissionRequest {
  /** The operation. */
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  /** The kind of the object, in the version that the webhook is registered for. */
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  /** Empty until the API server has generated a name from `generateName`. */
  readonly name: string;
  /** `undefined` for cluster-scoped kinds. */
  readonly namespace?: string | undefined;
  /** The object to be stored; unset for DELETE. */
  readonly object?: DeepReadonly<KubernetesObject>;
  /** The stored object; unset for CREATE. */
  readonly oldObject?: DeepReadonly<KubernetesObject>;
  /** Whether nothing will be stored, whatever the answer. */
  readonly dryRun: boolean;
}

/** The reason of a field error, as in Kubernetes. */
export type FieldReason = "Invalid" | "Required" | "Forbidden" | "Duplicate" | "NotSupported";

/** A problem with a field of an object. */
export interface FieldProblem {
  /** JSON path in the object: `spec.files[0].path`. */
  readonly path: string;
  /** The problem and the remedy, without the value, which may be confidential. */
  readonly message: string;
  /** Default: Invalid. */
  readonly reason?: FieldReason;
}

/** The answer of an admission webhook. If it has problems, the request is refused; otherwise `object` is stored, if set. */
export interface AdmissionVerdict {
  /** All problems, not only the first. Default: none. */
  readonly problems?: readonly FieldProblem[];
  /** For a mutating webhook: the changed object. Default: unchanged. */
  readonly object?: DeepReadonly<KubernetesObject>;
  /** Warnings for the sender of the request, whatever the answer. Default: none. */
  readonly warnings?: readonly string[];
}

/** An admission webhook of a manager; a provider definition creates those of its kinds. */
export interface AdmissionWebhook {
  /** Whether it may change the object. */
  readonly type: "mutating" | "validating";
  /** The path in the manager: `/validate-example-io-v1-widget`, as in controller-runtime. */
  readonly path: string;
  /** The API group of the objects. */
  readonly group: string;
  /** The version in which the webhook gets objects; the API server converts objects of other versions. */
  readonly version: string;
  /** The kind of the objects. */
  readonly kind: string;
  /** The resource, as in paths: `hellomachines`. */
  readonly plural: string;
  /**
   * Reviews a request. It should have no side effects: it is called for dry runs too, and the API server waits for it (10 seconds at most).
   *
   * @throws CapstanError - the request fails with that message. For any other error, only its name is reported.
   */
  review(request: AdmissionRequest): AdmissionVerdict | Promise<AdmissionVerdict>;
}

/** The path of an admission webhook, as in controller-runtime: group and version with dashes, and the kind in lower case. */
export function admissionPath({
  type,
  group,
  version,
  kind,
}: Pick<AdmissionWebhook, "type" | "group" | "version" | "kind">): string {
  const verb = type === "mutating" ? "mutate" : "validate";
  return `/${verb}-${group.replaceAll(".", "-")}-${version}-${kind.toLowerCase()}`;
}
