import type { DeepReadonly } from "@capstan/contract";
import type { FieldProblem } from "@capstan/runtime";

/** What is known of a request besides the spec that is to be stored. */
export interface AdmissionContext<Spec> {
  /** Whether the object is new. */
  readonly operation: "CREATE" | "UPDATE";
  /** Whether the spec is that of a Template, `spec.template.spec`. */
  readonly isTemplate: boolean;
  /** The spec that is stored now; missing for CREATE, and if the object has no spec. */
  readonly previous?: DeepReadonly<Spec>;
  /** Nothing will be stored. */
  readonly dryRun: boolean;
  /**
   * Core asks how a Template would be stored, to find out whether machines have to be replaced (rule BT-008): a dry run of an
   * object with the annotation `topology.cluster.x-k8s.io/dry-run`.
   */
  readonly isTopologyDryRun: boolean;
}

/**
 * Rules beyond the schema, which the API server asks for by admission webhooks before it stores an object. `runProvider` serves
 * them with `--webhook-cert-dir`, and `capstan generate components` registers them. Objects come in the storage version, whatever
 * version they were sent in. An object that is being deleted is admitted as it is.
 *
 * An InfraCluster that is managed externally stays so: the annotation `cluster.x-k8s.io/managed-by` may not be removed (rule
 * IC-015).
 *
 * Webhooks may be missing, as with `--install`: a reconciler has to check by itself what it relies on.
 */
export interface AdmissionRules<Spec> {
  /**
   * Everything that is wrong with a spec that fits the schema, of an object or of a Template; empty to admit it. Paths begin in the
   * spec: `files[0].path`.
   */
  validate?(spec: DeepReadonly<Spec>, context: AdmissionContext<Spec>): readonly FieldProblem[];
  /**
   * The spec of an object with what was left out filled in. It may be called with a spec that does not fit the schema yet; what it
   * throws then is ignored. Prefer defaults in the schema: those need no webhook.
   *
   * @param spec - a copy, which may be changed.
   */
  default?(spec: Spec, context: AdmissionContext<Spec>): Spec;
  /** The same for `spec.template.spec` of a Template. */
  defaultTemplate?(spec: Spec, context: AdmissionContext<Spec>): Spec;
  /**
   * Whether `spec.template.spec` of a Template may not change once it is stored, as Cluster API has it for Templates of
   * infrastructure; core's dry runs may (rule BT-008). Default: false.
   */
  readonly immutableTemplates?: boolean;
}
