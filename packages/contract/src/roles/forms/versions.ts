import { compareKubernetesVersions, fieldsOf, readKubernetesVersion } from "@capstan/kube";
import Type from "typebox";
import { kubernetesVersionPattern } from "../../fields/kubernetes-version.ts";
import { int32 } from "../../fields/scalars.ts";
import { type Form } from "./form.ts";

/** A version of Kubernetes that is in use. */
export interface StatusVersion {
  /** Such as `v1.34.1`. */
  version: string;
  /** How many instances have it, at least 1; for kinds with replicas. */
  replicas?: number;
}

/** A version as providers report it: a semantic one, with or without `v` (rule CP-005). */
export const reportedVersion = Type.String({ maxLength: 256, pattern: kubernetesVersionPattern });

/** A version as users ask for it, in the same form: nothing else can be run, nor reported. */
export function versionToRun(description: string) {
  return Type.String({ maxLength: 256, pattern: kubernetesVersionPattern, description });
}

/** Versions as providers report them, in any order. */
export const reportedVersions = Type.Unsafe<StatusVersion[]>(
  Type.Array(
    Type.Object({
      version: reportedVersion,
      replicas: Type.Optional(int32("Number of instances with it.", { minimum: 1 })),
    }),
    { minItems: 1, maxItems: 100 },
  ),
);

/**
 * Versions in use. Core treats them as unset unless each is a semantic version, and older ones come first (rule CP-005); the rest
 * of the object is read anyway.
 */
export const versionList: Form = {
  read(json, report): StatusVersion[] | undefined {
    if (!Array.isArray(json)) {
      report("", "a list", json);
      return undefined;
    }
    const versions = json.map(readVersion).filter((version) => version !== undefined);
    const isInOrder = versions.every(({ version }, index) => {
      const before = versions[index - 1];
      return before === undefined || compareKubernetesVersions(before.version, version) <= 0;
    });
    return versions.length === json.length && isInOrder ? versions : undefined;
  },
};

function readVersion(item: unknown): StatusVersion | undefined {
  const { version, replicas } = fieldsOf(item);
  if (typeof version !== "string" || readKubernetesVersion(version) === undefined) return undefined;
  if (replicas === undefined) return { version };
  return typeof replicas === "number" && replicas >= 0 ? { version, replicas } : undefined;
}
