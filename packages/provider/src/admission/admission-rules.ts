import type { DeepReadonly } from "@capstan/contract";
import type { FieldProblem } from "@capstan/runtime";

/** The request that an admission rule decides about, apart from the new spec. */
export interface AdmissionContext<Spec> {
  /** Whether the request creates or updates the object. */
  readonly operation: "CREATE" | "UPDATE";
  /** Whether the spec is `spec.template.spec` of a Template. */
  readonly isTemplate: boolean;
  /** The stored spec; missing for CREATE, and if the stored object has no spec. */
  readonly previous?: DeepReadonly<Spec>;
  /** Whether the API server will store nothing. */
  readonly dryRun: boolean;
  /**
   * Whether this is a dry run by which core finds out how the API server would store a Template, to decide whether to replace machines
   * (rule BT-008): the object has the annotation `topology.cluster.x-k8s.io/dry-run`.
   */
  readonly isTopologyDryRun: boolean;
}

/**
 * Rules beyond the schema. The API server applies them through admission webhooks before it stores an object. `runProvider` serves the
 * webhooks with `--webhook-cert-dir`, and `capstan generate components` registers them. Your functions get objects in the storage version,
 * whatever version the client sent. Objects that are being deleted are admitted unchanged.
 *
 * An InfraCluster that is managed externally stays externally managed: the webhook refuses to remove the annotation
 * `cluster.x-k8s.io/managed-by` (rule IC-015).
 *
 * The webhooks may be missing, as with `--install`, so a reconciler must check for itself the properties it relies on.
 */
export interface AdmissionRules<Spec> {
  /**
   * Returns every problem of a spec that fits the schema, of an object or of a Template; an empty list admits it. Paths start in the spec:
   * `files[0].path`.
   */
  validate?(spec: DeepReadonly<Spec>, context: AdmissionContext<Spec>): readonly FieldProblem[];
  /**
   * Fills in omitted fields of the spec of an object. The spec may not fit the schema yet; an error thrown for such a spec is ignored.
   * Prefer defaults in the schema, because those need no webhook.
   *
   * @param spec - a copy, which you may change.
   */
  default?(spec: Spec, context: AdmissionContext<Spec>): Spec;
  /** Does the same for `spec.template.spec` of a Template. */
  defaultTemplate?(spec: Spec, context: AdmissionContext<Spec>): Spec;
  /**
   * Whether the stored `spec.template.spec` of a Template is immutable, as for the infrastructure Templates of Cluster API. Dry runs of
   * core may still change it (rule BT-008). Default: false.
   */
  readonly immutableTemplates?: boolean;
}
