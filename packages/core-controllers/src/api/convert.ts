import { groups, type KubernetesObject } from "@capstan/contract";
import { apiVersionOf, definedFields, fieldsOf, versionOfApiVersion } from "@capstan/kube";
import { type Converter, TerminalError, refOf } from "@capstan/runtime";
import { clusterForms } from "./cluster.ts";
import { present } from "./fields.ts";
import { machineHealthCheckForms } from "./health-check.ts";
import { keptParts, lostParts, metadataWith, type Parts, withChanges } from "./kept-parts.ts";
import type { KindForms } from "./kind-forms.ts";
import { machineForms } from "./machine.ts";
import { machineDeploymentForms, machineSetForms } from "./machine-sets.ts";
import type { ReferenceContext } from "./references.ts";

const forms: Readonly<Record<string, KindForms>> = {
  Cluster: clusterForms,
  Machine: machineForms,
  MachineSet: machineSetForms,
  MachineDeployment: machineDeploymentForms,
  MachineHealthCheck: machineHealthCheckForms,
};

/** The kinds whose versions differ. */
export const convertedKinds: readonly string[] = Object.keys(forms);

type ConvertParts = (parts: Parts) => Parts;

/**
 * An object of one of the {@link convertedKinds} in the other version. What that version has no place for is kept in the annotation
 * that Cluster API uses for this, and restored later: an unchanged object is the same after any round trip.
 *
 * @param version - "v1beta1" or "v1beta2".
 * @param apiVersionOfKind - the API version in which the core reads a kind of a provider: references of v1beta1 name it.
 * @throws TerminalError - no such kind or version.
 */
export function convertCoreObject(
  object: KubernetesObject,
  version: string,
  apiVersionOfKind: ReferenceContext["apiVersionOf"],
): KubernetesObject {
  const from = versionOfApiVersion(object.apiVersion);
  const kindForms = forms[object.kind];
  if (kindForms === undefined || ![from, version].every((name) => name === "v1beta1" || name === "v1beta2")) {
    throw new TerminalError(`${object.kind} of ${object.apiVersion} cannot be converted to ${version}`, {
      object: refOf(object),
    });
  }
  if (from === version) return object;
  const context = { namespace: object.metadata.namespace, apiVersionOf: apiVersionOfKind };
  const [there, back] = version === "v1beta2" ? [up(kindForms), down(kindForms, context)] : [down(kindForms, context), up(kindForms)];
  const { kind, spec, status } = object as KubernetesObject & Parts;
  const parts = definedFields({ spec, status });
  const plain = there(parts);
  const kept = keptParts(object, version);
  const converted = restored(kept, there(back(kept)), plain);
  const metadata = metadataWith(object, { from, to: version }, lostParts(parts, back(converted)));
  return { apiVersion: apiVersionOf({ group: groups.core, version }), kind, metadata, ...converted };
}

/** Converts the core's kinds for the API server's conversion webhook. */
export function coreConverter(apiVersionOfKind: ReferenceContext["apiVersionOf"]): Converter {
  return {
    group: groups.core,
    kinds: convertedKinds,
    convert: (object, version) => convertCoreObject(object, version, apiVersionOfKind),
  };
}

function up(kind: KindForms): ConvertParts {
  return ({ spec, status }) =>
    definedFields({
      // A spec may be absent in v1beta1, and is required in v1beta2.
      spec: kind.specToV1Beta2(fieldsOf(spec)),
      status: present(kind.statusToV1Beta2(fieldsOf(status))),
    });
}

function down(kind: KindForms, context: ReferenceContext): ConvertParts {
  return ({ spec, status }) =>
    definedFields({
      spec: spec === undefined ? undefined : definedFields(kind.specToV1Beta1(fieldsOf(spec), context)),
      status: present(kind.statusToV1Beta1(fieldsOf(status))),
    });
}

/** What was kept of each part, with the changes made since. */
function restored(kept: Parts, base: Parts, now: Parts): Parts {
  const part = (name: "spec" | "status"): unknown =>
    kept[name] === undefined ? now[name] : withChanges(kept[name], base[name], now[name]);
  return definedFields({ spec: part("spec"), status: part("status") });
}
