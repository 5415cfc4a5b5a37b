import {
  apiVersionOf,
  fieldsOf,
  jsonEqual,
  type JsonObject,
  templateMetadataProblems,
  versionOfApiVersion,
} from "@capstan/kube";
import {
  annotations,
  type ConvertedVersion,
  type DeepReadonly,
  isExternallyManaged,
  type KubernetesObject,
  type ResourceKind,
  schemaValidator,
} from "@capstan/contract";
import {
  admissionPath,
  type AdmissionRequest,
  type AdmissionVerdict,
  type AdmissionWebhook,
  type FieldProblem,
} from "@capstan/runtime";
import type { TObject } from "typebox";
import type { AdmissionContext, AdmissionRules } from "./admission-rules.ts";
import { newMisfits } from "./misfits.ts";

/** A kind with admission rules, or its Template, in the storage version. */
export interface AdmittedKind {
  readonly kind: ResourceKind;
  readonly isTemplate: boolean;
  /** Whether objects may be managed externally, as InfraClusters may. */
  readonly mayBeManagedElsewhere: boolean;
  /** The schema of the spec that the rules check. */
  readonly schema: TObject;
  readonly rules: AdmissionRules<object>;
  /** All versions of the kind. */
  readonly versions: readonly ConvertedVersion[];
  /** Converts an object to a version, by its name. */
  readonly convert: (object: KubernetesObject, version: string) => KubernetesObject;
}

/** The webhooks that enforce the admission rules of a kind: a mutating webhook if the rules fill in defaults, and a validating webhook. */
export function admissionWebhooks(admitted: AdmittedKind): AdmissionWebhook[] {
  const { isTemplate, rules } = admitted;
  const { group, version, kind, plural } = admitted.kind;
  const webhook = (type: AdmissionWebhook["type"], review: (asked: Asked) => AdmissionVerdict): AdmissionWebhook => ({
    type,
    path: admissionPath({ type, group, version, kind }),
    group,
    version,
    kind,
    plural,
    review: (request) => {
      const asked = askedBy(request, admitted);
      return asked === undefined ? {} : review(asked);
    },
  });
  const fillsIn = (isTemplate ? "defaultTemplate" : "default") in rules;
  return [
    ...(fillsIn ? [webhook("mutating", (asked) => ({ object: filledIn(asked, admitted) }))] : []),
    webhook("validating", (asked) => ({ problems: problemsOf(asked, admitted) })),
  ];
}

/** A request to store an object. */
interface Asked {
  /** The object as the client sent it, in any version. */
  readonly sent: KubernetesObject;
  readonly object: KubernetesObject;
  /** The spec that the rules check; empty if the object has no spec. */
  readonly spec: object;
  readonly context: AdmissionContext<object>;
  /** Whether the stored object is managed externally. */
  readonly wasManagedElsewhere: boolean;
  /** Invalid values that were written in another version; see {@link newMisfits}. */
  readonly misfits: readonly FieldProblem[];
}

/** Returns `undefined` for requests without anything to check: deletions, and objects that are being deleted. */
function askedBy(request: AdmissionRequest, admitted: AdmittedKind): Asked | undefined {
  const { operation, object: sent, oldObject, dryRun } = request;
  if ((operation !== "CREATE" && operation !== "UPDATE") || sent === undefined) return undefined;
  if (sent.metadata.deletionTimestamp !== undefined) return undefined;
  const object = stored(sent, admitted);
  const previous = oldObject === undefined ? undefined : specOf(stored(oldObject, admitted), admitted);
  const isMarked = object.metadata.annotations?.[annotations.topologyDryRun] !== undefined;
  const { isTemplate } = admitted;
  const context = { operation, isTemplate, dryRun, isTopologyDryRun: dryRun && isMarked };
  return {
    sent: sent as KubernetesObject,
    object,
    spec: specOf(object, admitted) ?? {},
    wasManagedElsewhere: oldObject !== undefined && isExternallyManaged(oldObject),
    misfits: newMisfits(object, oldObject === undefined ? undefined : stored(oldObject, admitted), admitted),
    context: previous === undefined ? context : { ...context, previous },
  };
}

/** The object in the version of the rules. The API server already sends that version if the webhooks are registered as generated. */
function stored(sent: DeepReadonly<KubernetesObject>, { kind, convert }: AdmittedKind): KubernetesObject {
  const object = sent as KubernetesObject;
  return object.apiVersion === apiVersionOf(kind) ? object : convert(object, kind.version);
}

function specOf(object: KubernetesObject, { isTemplate }: AdmittedKind): object | undefined {
  const { spec } = object as KubernetesObject & { readonly spec?: unknown };
  const own = isTemplate ? fieldsOf(fieldsOf(spec).template).spec : spec;
  return own === undefined ? undefined : fieldsOf(own);
}

function problemsOf(asked: Asked, { isTemplate, mayBeManagedElsewhere, rules }: AdmittedKind): FieldProblem[] {
  const { object, spec, context } = asked;
  const root = isTemplate ? "spec.template.spec" : "spec";
  const found: FieldProblem[] = (rules.validate?.(spec, context) ?? []).map((problem) => ({
    ...problem,
    path: [root, problem.path].filter((part) => part !== "").join("."),
  }));
  found.push(...asked.misfits);
  if (!isTemplate) return mayBeManagedElsewhere ? [...found, ...takenOverProblems(asked)] : found;
  const { metadata } = fieldsOf(fieldsOf((object as KubernetesObject & JsonObject).spec).template);
  return [
    ...found,
    ...(rules.immutableTemplates === true ? changeProblems(spec, context, root) : []),
    ...templateMetadataProblems(metadata, "spec.template.metadata"),
  ];
}

/** Externally created infrastructure must not become the provider's to change or delete (rule IC-015). */
function takenOverProblems({ object, wasManagedElsewhere }: Asked): FieldProblem[] {
  if (!wasManagedElsewhere || isExternallyManaged(object)) return [];
  const path = `metadata.annotations[${annotations.managedBy}]`;
  return [{ path, message: "must not be removed; the infrastructure is managed externally", reason: "Forbidden" }];
}

function changeProblems(spec: object, context: AdmissionContext<object>, path: string): FieldProblem[] {
  const { operation, isTopologyDryRun, previous = {} } = context;
  if (operation !== "UPDATE" || isTopologyDryRun || jsonEqual(spec, previous)) return [];
  return [{ path, message: "must be immutable; create a new template and reference it", reason: "Invalid" }];
}

function filledIn({ sent, object, spec, context }: Asked, admitted: AdmittedKind): KubernetesObject {
  const { rules, isTemplate, schema } = admitted;
  const copy = structuredClone(spec);
  const fillIn = () => (isTemplate ? rules.defaultTemplate?.(copy, context) : rules.default?.(copy, context)) ?? spec;
  const filled = attempt(fillIn, spec, schema);
  if (jsonEqual(filled, spec)) return sent;
  const whole = object as KubernetesObject & JsonObject;
  const { template } = fieldsOf(whole.spec);
  const changed = admitted.isTemplate
    ? { ...whole, spec: { ...fieldsOf(whole.spec), template: { ...fieldsOf(template), spec: filled } } }
    : { ...whole, spec: filled };
  if (sent.apiVersion === object.apiVersion) return changed;
  return admitted.convert(changed, versionOfApiVersion(sent.apiVersion));
}

/** The API server validates after defaulting, so defaults need not handle objects that validation will refuse. */
function attempt(fillIn: () => object, spec: object, schema: TObject): object {
  try {
    return fillIn();
  } catch (error) {
    if (!schemaValidator(schema).accepts(spec)) return spec;
    throw error;
  }
}
