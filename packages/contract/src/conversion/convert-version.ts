import { apiVersionOf, fieldsOf, jsonEqual } from "@capstan/kube";
import { type KubernetesObject } from "../kubernetes/kubernetes-object.ts";
import { type StructuralSchema } from "../kubernetes/structural-schema.ts";
import { type Hub, type KeptParts, readConversionData, withConversionData } from "./conversion-data.ts";
import { type ConversionLoss, misfit, unkept } from "./conversion-loss.ts";
import { type ConvertedVersion } from "./converted-version.ts";
import { type Demands, type Fitted, fitted, isComplete } from "./fitted.ts";
import { type MergeSchema, threeWayMerge } from "./three-way-merge.ts";

/** What came of {@link VersionStep.there}. */
export interface ConvertedParts {
  /** The parts in the other version. What that has no place for is left out. */
  readonly parts: KeptParts;
  /** What could not be converted, and is left out. */
  readonly losses: readonly ConversionLoss[];
}

/** The way from one version of a kind to another. */
export interface VersionStep {
  /** The version that objects have. */
  readonly from: ConvertedVersion;
  /** The version that they are to have. */
  readonly to: ConvertedVersion;
  /** The storage version: one of the two. */
  readonly hub: Hub;
  /** Converts parts from `from` to `to`, whatever they are: kept parts come from anyone. What it throws counts as a loss of all. */
  readonly there: (parts: KeptParts) => ConvertedParts;
  /** The same from `to` to `from`. */
  readonly back: (parts: KeptParts) => ConvertedParts;
  /** Whether the annotation has all of the object, and not only what would be lost. */
  readonly keepsAll: boolean;
  /** How lists of a part are merged. Default: as a whole. */
  readonly mergeSchema?: (part: keyof KeptParts) => MergeSchema;
  /** Called for each thing that does not come back from the other version. */
  readonly onLoss: (loss: ConversionLoss) => void;
}

const partNames = ["spec", "status"] as const;

/**
 * The object in the other version. What that has no place for is kept in an annotation and restored on the way back: unless it was
 * changed in between, an object is the same after any round trip.
 *
 * One object that cannot be converted, or that the API server does not take as the answer, fails each list that it is in, for every
 * client. So this never throws, and what it returns is valid by the schema of the version, whatever is stored and whatever a client has
 * written into the annotation; rules in CEL are not evaluated.
 */
export function convertVersion(object: KubernetesObject, step: VersionStep): KubernetesObject {
  const { from, to, hub, onLoss } = step;
  const { kind, metadata } = object;
  const parts = partsOf(object as KubernetesObject & KeptParts);
  const data = new Map(readConversionData(metadata, hub));
  const first = convertedBy(step.there, parts);
  first.losses.forEach(onLoss);
  const demands = demandsAfter(parts, from);
  const fitting = fittingParts(first.parts, to, demands);
  fitting.losses.forEach(onLoss);
  const converted = restoredFrom(data.get(to.name), fitting.parts, step, demands);
  const lost = lostParts(parts, fittingParts(convertedBy(step.back, converted).parts, from, demands).parts);
  data.delete(to.name);
  // What is new is the last to be left out.
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

/** One object must not fail the lists that it is in, whatever code of anyone's makes of it. */
function convertedBy(convert: VersionStep["there"], parts: KeptParts): ConvertedParts {
  try {
    return convert(parts);
  } catch (error) {
    const why = `the conversion threw ${error instanceof Error ? error.name : "what is not an error"}; all of the object is left out`;
    return { parts: {}, losses: [{ part: "spec", why }] };
  }
}

/** What was kept, with the changes that were made since in the other version. */
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

/** What is demanded of each part. */
type PartDemands = Readonly<Record<keyof KeptParts, Demands>>;

/** What lacks a field that it must have, lacks it in the other version, too. */
function demandsAfter({ spec, status }: KeptParts, { schemas, needsSpec }: ConvertedVersion): PartDemands {
  const hasAll = (part: unknown, schema: StructuralSchema | undefined): boolean =>
    part === undefined || schema === undefined || isComplete(part, schema);
  const isWhole = hasAll(spec, schemas.spec) && !(needsSpec && spec === undefined);
  return {
    spec: isWhole ? "stood in for" : "ignored",
    // An object without a status is one that nothing is reported of yet.
    status: hasAll(status, schemas.status) ? "left out" : "ignored",
  };
}

/** Of what an annotation kept, what the version could have stored. A spec that was missing was kept as null. */
function validParts(kept: KeptParts, { schemas, needsSpec }: ConvertedVersion, demands: PartDemands): KeptParts {
  const valid = (part: keyof KeptParts): unknown =>
    fittedPart(kept[part], schemas[part], demands[part] === "ignored" ? "ignored" : "left out")?.value;
  const parts = partsOf({ spec: valid("spec"), status: valid("status") });
  return kept.spec === null && !needsSpec ? { ...parts, spec: undefined } : parts;
}

interface FittingParts {
  readonly parts: KeptParts;
  readonly losses: readonly ConversionLoss[];
  readonly standsIn: boolean;
}

/** The parts as the version admits them. */
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

/** A spec that may be missing is, rather than say nothing, unless fields of it must be there. */
function fittedSpec(
  spec: unknown,
  schema: StructuralSchema | undefined,
  demands: Demands,
  isNeeded: boolean,
): Fitted | undefined {
  if (demands === "ignored" || isNeeded) return fittedPart(spec, schema, demands);
  const fit = fittedPart(spec, schema, "left out");
  const isDropped = fit !== undefined && fit.value === undefined;
  return isDropped && schema?.required !== undefined ? fittedPart(spec, schema, demands) : fit;
}

function fittedPart(part: unknown, schema: StructuralSchema | undefined, demands: Demands): Fitted | undefined {
  return part === undefined || schema === undefined ? undefined : fitted(part, schema, demands);
}

/** The parts that do not come back as they were. */
function lostParts(parts: KeptParts, restored: KeptParts): KeptParts {
  const lost = partNames.filter((part) => part in parts && !jsonEqual(parts[part], restored[part]));
  const isSpecAdded = !("spec" in parts) && Object.keys(fieldsOf(restored.spec)).length > 0;
  return { ...(isSpecAdded ? { spec: null } : {}), ...Object.fromEntries(lost.map((part) => [part, parts[part]])) };
}

function partsOf({ spec, status }: KeptParts): KeptParts {
  return { ...(spec === undefined ? {} : { spec }), ...(status === undefined ? {} : { status }) };
}
