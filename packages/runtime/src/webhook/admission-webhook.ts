import type { DeepReadonly, KubernetesObject } from "@capstan/contract";

/** What the API server asks an admission webhook (admission.k8s.io/v1), as far as rules for objects need it. */
export interface AdmissionRequest {
  /** What is asked for. */
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  /** Of the object, at the version that the webhook was registered for. */
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  /** Empty while the API server has not made one of `generateName`. */
  readonly name: string;
  /** Undefined for cluster-scoped kinds. */
  readonly namespace?: string;
  /** As it is to be stored; not for DELETE. */
  readonly object?: DeepReadonly<KubernetesObject>;
  /** As it is stored now; not for CREATE. */
  readonly oldObject?: DeepReadonly<KubernetesObject>;
  /** Nothing will be stored, whatever the answer. */
  readonly dryRun: boolean;
}

/** Why a field is refused, in the words of Kubernetes' field errors. */
export type FieldReason = "Invalid" | "Required" | "Forbidden" | "Duplicate" | "NotSupported";

/** One thing that is wrong with an object. */
export interface FieldProblem {
  /** JSON path in the object: `spec.files[0].path`. */
  readonly path: string;
  /** What is wrong and what to do, without the value, which may be secret. */
  readonly message: string;
  /** Default: Invalid. */
  readonly reason?: FieldReason;
}

/** What an admission webhook answers. Problems refuse the request; otherwise `object` is stored, if it is given. */
export interface AdmissionVerdict {
  /** Everything that is wrong, not only the first problem. Default: nothing. */
  readonly problems?: readonly FieldProblem[];
  /** Of a mutating webhook: the object as it should be. Default: as it was sent. */
  readonly object?: DeepReadonly<KubernetesObject>;
  /** Shown to the sender of the request, whatever the answer. Default: none. */
  readonly warnings?: readonly string[];
}

/** One admission webhook of a manager; a provider definition makes those of its kinds. */
export interface AdmissionWebhook {
  /** Whether it may change the object. */
  readonly type: "mutating" | "validating";
  /** Where the manager answers: `/validate-example-io-v1-widget`, as controller-runtime has it. */
  readonly path: string;
  /** The kind it is asked about, and the version in which it gets objects; the API server converts those of others. */
  readonly group: string;
  /** The version that it gets objects in. */
  readonly version: string;
  /** The kind of the objects. */
  readonly kind: string;
  /** The resource, as it is in paths: `hellomachines`. */
  readonly plural: string;
  /**
   * Pure or nearly so: it is asked for dry runs as well, and the API server waits for it (10 seconds at most).
   *
   * @throws CapstanError - the request fails with that message. Of any other error only the name is reported.
   */
  review(request: AdmissionRequest): AdmissionVerdict | Promise<AdmissionVerdict>;
}

/** The path of controller-runtime for an admission webhook: group and version with dashes, and the kind in small letters. */
export function admissionPath({
  type,
  group,
  version,
  kind,
}: Pick<AdmissionWebhook, "type" | "group" | "version" | "kind">): string {
  const verb = type === "mutating" ? "mutate" : "validate";
  return `/${verb}-${group.replaceAll(".", "-")}-${version}-${kind.toLowerCase()}`;
}
