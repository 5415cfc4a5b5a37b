import {
  convertedVersionsOf,
  type CustomResourceDefinition,
  type KubernetesObject,
  pluralOf,
  type ProviderRole,
  type ResourceKind,
  roleOf,
} from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import type { AdmissionRules } from "../admission/admission-rules.ts";
import { admissionWebhooks } from "../admission/admission-webhooks.ts";
import type { OpaqueConversion } from "../conversion/author-conversion.ts";
import { type ConversionData, convertObject, type OnLoss } from "../conversion/convert-object.ts";
import type { DefinedVersion } from "../definition/defined-version.ts";
import type { KindDefinition } from "../definition/kind-definition.ts";

/** The input that kinds with a contract and auxiliary kinds share. */
export interface ServedKindOptions {
  /** Undefined for an auxiliary kind, which has no Template either. */
  readonly role?: ProviderRole;
  readonly group: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly versions: readonly DefinedVersion[];
  readonly stored: DefinedVersion;
  /** The CRDs of the kind and of its Template. */
  readonly crds: readonly CustomResourceDefinition[];
  readonly conversions: Readonly<Record<string, OpaqueConversion | undefined>>;
  readonly conversionData: ConversionData;
  readonly rules: AdmissionRules<object> | undefined;
}

/** Derives the resource, the conversion and the admission webhooks of a kind. */
export function servedKind(
  options: ServedKindOptions,
): Pick<KindDefinition, "convert" | "admissionWebhooks"> &
  Readonly<Record<"kind" | "templateKind", ResourceKind<never>>> {
  const { role, group, kind, namespaced, versions, stored, crds, conversions, conversionData, rules } = options;
  const resource = (name: string): ResourceKind<never> =>
    Object.freeze({ group, version: stored.name, kind: name, plural: pluralOf(name), namespaced });
  const own = resource(kind);
  const templates = resource(`${kind}Template`);
  const converted = new Map(crds.map((crd) => [crd.spec.names.kind, convertedVersionsOf(crd)]));
  const definition = { role, group, kind, versions, converted, conversions, conversionData };
  const convert = (object: KubernetesObject, version: string, onLoss: OnLoss = () => undefined): KubernetesObject =>
    convertObject(definition, object, apiVersionOf({ group, version }), onLoss);
  const ofObjects = {
    kind: own,
    isTemplate: false,
    mayBeManagedElsewhere: role !== undefined && roleOf(role).managedElsewhere !== undefined,
    schema: stored.schemas.spec,
  };
  const ofTemplates = {
    kind: templates,
    isTemplate: true,
    mayBeManagedElsewhere: false,
    schema: stored.schemas.templateSpec,
  };
  const admitted = role === undefined ? [ofObjects] : [ofObjects, ofTemplates];
  return {
    kind: own,
    templateKind: templates,
    convert,
    admissionWebhooks:
      rules === undefined
        ? []
        : admitted.flatMap((each) =>
            admissionWebhooks({ ...each, rules, convert, versions: converted.get(each.kind.kind) ?? [] }),
          ),
  };
}
