import { compareKubernetesVersions, fieldsOf, readKubernetesVersion } from "@capstan/kube";
import Type from "typebox";
import { kubernetesVersionPattern } from "../../fields/kubernetes-version.ts";
import { int32 } from "../../fields/scalars.ts";
import { type Form } from "./form.ts";

/** A Kubernetes version in use. */
export interface StatusVersion {
  /** The version, such as `v1.34.1`. */
  version: string;
  /** The number of instances with this version, at least 1; for kinds with replicas. */
  replicas?: number;
}

/** A version as providers report it: a semantic version, with or without `v` (rule CP-005). */
export const reportedVersion = Type.String({ maxLength: 256, pattern: kubernetesVersionPattern });

/** A version as users request it, in the same form, because providers can neither run nor report any other. */
export function versionToRun(description: string) {
  return Type.String({ maxLength: 256, pattern: kubernetesVersionPattern, description });
}

/** Versions as providers report them, in any order. */
export const reportedVersions = Type.Unsafe<StatusVersion[]>(
  Type.Array(
    Type.Object({
      version: reportedVersion,
      replicas: Type.Optional(int32("Number of instances with this version.", { minimum: 1 })),
    }),
    { minItems: 1, maxItems: 100 },
  ),
);

/**
 * Versions in use. Core treats them as unset unless each is a semantic version and older versions come first (rule CP-005); it reads the
 * rest of the object anyway.
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
