import {
  type ConvertedVersion,
  type KubernetesObject,
  readConversionData,
  type ResourceKind,
  schemaValidator,
} from "@capstan/contract";
import type { FieldProblem } from "@capstan/runtime";

/** A kind at its storage version, and all versions that clients may write. */
interface VersionedKind {
  readonly kind: ResourceKind;
  readonly versions: readonly ConvertedVersion[];
}

/**
 * Values that a client has written in another version, and that the definition of that version refuses. The installed CRD may be of an
 * earlier release or of another provider and admit them. Conversion never fails: it leaves such a value out of the stored spec and keeps
 * it in an annotation, so that lists work whatever is stored. A client that writes a new one must know.
 *
 * @param object - in the storage version, as is `previous`.
 * @param previous - the stored object. Its own misfits do not stop other changes.
 */
export function newMisfits(
  object: KubernetesObject,
  previous: KubernetesObject | undefined,
  of: VersionedKind,
): FieldProblem[] {
  const known = new Set(previous === undefined ? [] : misfitsIn(previous, of).map(({ path }) => path));
  return misfitsIn(object, of).filter(({ path }) => !known.has(path));
}

function misfitsIn(object: KubernetesObject, { kind, versions }: VersionedKind): FieldProblem[] {
  const data = readConversionData(object.metadata, kind);
  return versions
    .filter(({ name }) => name !== kind.version)
    .flatMap((version) => faultsOf(data.get(version.name)?.spec, version));
}

function faultsOf(spec: unknown, { name, schemas }: ConvertedVersion): FieldProblem[] {
  // A spec that was missing is kept as null.
  if (spec === undefined || spec === null || schemas.spec === undefined) return [];
  const faults = schemaValidator(schemas.spec).faults(spec);
  return faults
    .filter(({ reason }) => reason === "wrong value")
    .map(({ path, expected }) => ({
      path: `spec${path.startsWith("[") || path === "" ? "" : "."}${path}`,
      message: `must be ${expected}, as version ${name} requires`,
      reason: "Invalid" as const,
    }));
}
