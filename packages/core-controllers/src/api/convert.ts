import { type ConversionLoss, convertVersion, groups, type KeptParts, type KubernetesObject, type ConvertedVersion, convertedVersionsOf, installedCRDs } from "@capstan/contract";
import { definedFields, fieldsOf, versionOfApiVersion } from "@capstan/kube";
import { type Converter, TerminalError, refOf } from "@capstan/runtime";
import { clusterForms } from "./cluster.ts";
import { present } from "./fields.ts";
import { ipAddressClaimForms } from "./ip-address-claim.ts";
import { machineHealthCheckForms } from "./health-check.ts";
import type { KindForms } from "./kind-forms.ts";
import { machineForms } from "./machine.ts";
import { machinePoolForms } from "./machine-pool.ts";
import { machineDeploymentForms, machineSetForms } from "./machine-sets.ts";
import type { ReferenceContext } from "./references.ts";

/** The version in which the core's kinds are stored. */
const hub = "v1beta2";

/** The API group of a kind of the core. */
function groupOf(kind: string): string {
  return installedCRDs.find(({ spec }) => spec.names.kind === kind)?.spec.group ?? groups.core;
}

let known: ReadonlyMap<string, readonly ConvertedVersion[]> | undefined;

/** A version of one of the core's kinds, with the schemas of its CRD; `undefined` if the kind has no such version. */
function convertedVersion(kind: string, name: string): ConvertedVersion | undefined {
  known ??= new Map(installedCRDs.map((crd) => [crd.spec.names.kind, convertedVersionsOf(crd)]));
  return known.get(kind)?.find((version) => version.name === name);
}

const forms: Readonly<Record<string, KindForms>> = {
  Cluster: clusterForms,
  Machine: machineForms,
  MachineSet: machineSetForms,
  MachineDeployment: machineDeploymentForms,
  MachineHealthCheck: machineHealthCheckForms,
  MachinePool: machinePoolForms,
  IPAddressClaim: ipAddressClaimForms,
};

/** The kinds whose versions differ. */
export const convertedKinds: readonly string[] = Object.keys(forms);

/** Called for each field that the other version does not show. */
type OnLoss = (loss: ConversionLoss) => void;

/**
 * Converts an object of one of the {@link convertedKinds} to the other version. Fields that this version has no place for are kept in the
 * annotation that Cluster API uses for them, and restored later: an unchanged object is the same after any round trip.
 *
 * @param version - "v1beta1" or "v1beta2".
 * @param apiVersionOfKind - the API version in which the core reads a provider's kind; v1beta1 references name it.
 * @param onLoss - called for each field that the other version does not show. Default: no call.
 * @throws TerminalError - the kind or version does not exist.
 */
export function convertCoreObject(
  object: KubernetesObject,
  version: string,
  apiVersionOfKind: ReferenceContext["apiVersionOf"],
  onLoss: OnLoss = () => undefined,
): KubernetesObject {
  const from = convertedVersion(object.kind, versionOfApiVersion(object.apiVersion));
  const to = convertedVersion(object.kind, version);
  const kindForms = forms[object.kind];
  if (kindForms === undefined || from === undefined || to === undefined) {
    throw new TerminalError(`${object.kind} of ${object.apiVersion} cannot be converted to ${version}`, {
      object: refOf(object),
    });
  }
  if (from === to) return object;
  const context = { namespace: object.metadata.namespace, apiVersionOf: apiVersionOfKind };
  const ways = [up(kindForms), down(kindForms, context)] as const;
  const [there, back] = to.name === hub ? ways : [ways[1], ways[0]];
  return convertVersion(object, {
    from,
    to,
    hub: { group: groupOf(object.kind), kind: object.kind, version: hub },
    there: (parts) => ({ parts: there(parts), losses: [] }),
    back: (parts) => ({ parts: back(parts), losses: [] }),
    keepsAll: false,
    onLoss,
  });
}

/** Converts the core's kinds for the API server's conversion webhook: a converter for each of their groups. */
export function coreConverters(apiVersionOfKind: ReferenceContext["apiVersionOf"]): Converter[] {
  return [...Map.groupBy(convertedKinds, groupOf)].map(([group, kinds]) => ({
    group,
    kinds,
    convert: (object, version, onLoss) => convertCoreObject(object, version, apiVersionOfKind, onLoss),
  }));
}

function up(kind: KindForms): (parts: KeptParts) => KeptParts {
  return ({ spec, status }) =>
    definedFields({
      // `spec` is optional in v1beta1 and required in v1beta2.
      spec: kind.specToV1Beta2(fieldsOf(spec)),
      status: present(kind.statusToV1Beta2(fieldsOf(status))),
    });
}

function down(kind: KindForms, context: ReferenceContext): (parts: KeptParts) => KeptParts {
  return ({ spec, status }) =>
    definedFields({
      spec: spec === undefined ? undefined : definedFields(kind.specToV1Beta1(fieldsOf(spec), context)),
      status: present(kind.statusToV1Beta1(fieldsOf(status))),
    });
}
