import { apiVersionOf, fieldsOf, jsonEqual } from "@capstan/kube";
import { type KubernetesObject } from "../kubernetes/kubernetes-object.ts";
import { type StructuralSchema } from "../kubernetes/structural-schema.ts";
import { type Hub, type KeptParts, partsOf, readConversionData, withConversionData } from "./conversion-data.ts";
import { type ConversionLoss, misfit, unkept } from "./conversion-loss.ts";
import { type ConvertedVersion } from "./converted-version.ts";
import { type Demands, type Fitted, fitted, isComplete } from "./fitted.ts";
import { type MergeSchema, threeWayMerge } from "./three-way-merge.ts";

/** The result of {@link VersionStep.there}. */
export interface ConvertedParts {
  /** The parts in the other version, without values that have no place there. */
  readonly parts: KeptParts;
  /** Values that could not be converted, and are omitted. */
  readonly losses: readonly ConversionLoss[];
}

/** A conversion from a version of a kind to another. */
export interface VersionStep {
  /** The present version of the object. */
  readonly from: ConvertedVersion;
  /** The requested version. */
  readonly to: ConvertedVersion;
  /** The storage version, which is either `from` or `to`. */
  readonly hub: Hub;
  /**
   * Converts parts from `from` to `to`. It must handle any parts, because clients can write kept parts. If it throws, all parts are lost.
   */
  readonly there: (parts: KeptParts) => ConvertedParts;
  /** Converts parts from `to` to `from`. */
  readonly back: (parts: KeptParts) => ConvertedParts;
  /** Whether the annotation keeps the entire object, instead of only the parts that would be lost. */
  readonly keepsAll: boolean;
  /** How to merge the lists of a part. Default: lists are replaced as a whole. */
  readonly mergeSchema?: (part: keyof KeptParts) => MergeSchema;
  /** Called for each value that does not survive the way back from the other version. */
  readonly onLoss: (loss: ConversionLoss) => void;
}

const partNames = ["spec", "status"] as const;

/**
 * Converts an object to another version. The annotation keeps values that have no place in the other version, and they are restored on the
 * way back: unless the object was changed in between, it is the same after any round trip.
 *
 * An object that cannot be converted, or whose conversion the API server refuses, fails each list that contains it, for every client. So
 * `convertVersion` never throws, and its result is valid in the schema of the version, whatever is stored and whatever a client has written
 * into the annotation. CEL rules are not evaluated.
 */
export function convertVersion(object: KubernetesObject, step: VersionStep): KubernetesObject {
  const { from, to, hub, onLoss } = step;
  const { kind, metadata } = object;
  const parts = partsOf(object);
  const data = new Map(readConversionData(metadata, hub));
  const first = convertedBy(step.there, parts);
  first.losses.forEach(onLoss);
  const demands = demandsAfter(parts, from);
  const fitting = fittingParts(first.parts, to, demands);
  fitting.losses.forEach(onLoss);
  const converted = restoredFrom(data.get(to.name), fitting.parts, step, demands);
  const lost = lostParts(parts, fittingParts(convertedBy(step.back, converted).parts, from, demands).parts);
  data.delete(to.name);
  // Added last, so that it is the last to be omitted if the annotation is too long.
  data.delete(from.name);
  data.set(from.name, step.keepsAll ? parts : lost);
  const keeping = withConversionData(metadata, data, hub);
  for (const [version, part] of keeping.leftOut) {
    if (version === from.name && part in lost) onLoss(unkept(part, to.name));
  }
  return {
    apiVersion: apiVersionOf({ group: hub.group, version: to.name }),
    kind,
    metadata: keeping.metadata,
    ...converted,
  };
}

/** An object must not fail the lists that contain it, even if the conversion function throws. */
function convertedBy(convert: VersionStep["there"], parts: KeptParts): ConvertedParts {
  try {
    return convert(parts);
  } catch (error) {
    const why = `the conversion threw ${error instanceof Error ? error.name : "a value that is not an Error"}; the whole object is omitted`;
    return { parts: {}, losses: [{ part: "spec", why }] };
  }
}

/** Restores the kept parts, and applies the changes that were made since in the other version. */
function restoredFrom(
  text: KeptParts | undefined,
  converted: KeptParts,
  step: VersionStep,
  demands: PartDemands,
): KeptParts {
  const { from, to } = step;
  const kept = text === undefined ? {} : validParts(text, to, demands);
  if (Object.keys(kept).length === 0) return converted;
  const first = convertedBy(step.back, partsOf({ ...converted, ...kept }));
  const second = convertedBy(step.there, fittingParts(first.parts, from, demands).parts);
  if (first.losses.length > 0 || second.losses.length > 0) return converted;
  const base = fittingParts(second.parts, to, demands).parts;
  const merge = (part: keyof KeptParts): unknown =>
    part in kept ? threeWayMerge(kept[part], base[part], converted[part], step.mergeSchema?.(part)) : converted[part];
  const merged = fittingParts(partsOf({ spec: merge("spec"), status: merge("status") }), to, demands);
  return merged.standsIn ? converted : merged.parts;
}

type PartDemands = Readonly<Record<keyof KeptParts, Demands>>;

/** An object that lacks a required field may lack it in the other version too. */
function demandsAfter({ spec, status }: KeptParts, { schemas, needsSpec }: ConvertedVersion): PartDemands {
  const hasAll = (part: unknown, schema: StructuralSchema | undefined): boolean =>
    part === undefined || schema === undefined || isComplete(part, schema);
  const isWhole = hasAll(spec, schemas.spec) && !(needsSpec && spec === undefined);
  return {
    spec: isWhole ? "stood in for" : "ignored",
    // A missing status only means that nothing has been reported yet.
    status: hasAll(status, schemas.status) ? "left out" : "ignored",
  };
}

/** The kept parts that the version could have stored. A missing spec was kept as null. */
function validParts(kept: KeptParts, { schemas }: ConvertedVersion, demands: PartDemands): KeptParts {
  const valid = (part: keyof KeptParts): unknown =>
    fittedPart(kept[part], schemas[part], demands[part] === "ignored" ? "ignored" : "left out")?.value;
  const parts = partsOf({ spec: valid("spec"), status: valid("status") });
  return kept.spec === null ? { ...parts, spec: undefined } : parts;
}

interface FittingParts {
  readonly parts: KeptParts;
  readonly losses: readonly ConversionLoss[];
  readonly standsIn: boolean;
}

/** Makes the parts valid in the schemas of the version. */
function fittingParts(parts: KeptParts, version: ConvertedVersion, demands: PartDemands): FittingParts {
  const { name, schemas, needsSpec } = version;
  const isAdded = needsSpec && demands.spec === "stood in for";
  const spec = fittedSpec(parts.spec ?? (isAdded ? {} : undefined), schemas.spec, demands.spec, needsSpec);
  const status = fittedPart(parts.status, schemas.status, demands.status);
  const losses = (
    [
      ["spec", spec],
      ["status", status],
    ] as const
  ).flatMap(([part, fit]) => {
    const [fault] = fit?.faults ?? [];
    return fault === undefined ? [] : [misfit(part, name, fault)];
  });
  return { parts: partsOf({ spec: spec?.value, status: status?.value }), losses, standsIn: spec?.standsIn === true };
}

/** Omits a spec that is optional and would be empty, unless it has required fields. */
function fittedSpec(
  spec: unknown,
  schema: StructuralSchema | undefined,
  demands: Demands,
  isNeeded: boolean,
): Fitted | undefined {
  const mayBeOmitted = demands === "stood in for" && !isNeeded && schema?.required === undefined;
  return fittedPart(spec, schema, mayBeOmitted ? "left out" : demands);
}

function fittedPart(part: unknown, schema: StructuralSchema | undefined, demands: Demands): Fitted | undefined {
  return part === undefined || schema === undefined ? undefined : fitted(part, schema, demands);
}

/** The parts that do not survive the way back. */
function lostParts(parts: KeptParts, restored: KeptParts): KeptParts {
  const lost = partNames.filter((part) => part in parts && !jsonEqual(parts[part], restored[part]));
  const isSpecAdded = !("spec" in parts) && Object.keys(fieldsOf(restored.spec)).length > 0;
  return { ...(isSpecAdded ? { spec: null } : {}), ...Object.fromEntries(lost.map((part) => [part, parts[part]])) };
}
