import { compareKubernetesVersions, isJsonObject, readKubernetesVersion } from "@capstan/kube";
import Type from "typebox";
import { int32 } from "../../api/fields/scalars.ts";
import { type Form, type ReportFault } from "./form.ts";

/** A version of Kubernetes that is in use. */
export interface StatusVersion {
  /** Such as `v1.34.1`. */
  version: string;
  /** How many instances have it, at least 1; for kinds with replicas. */
  replicas?: number;
}

/** A version as providers report it: a semantic one, with or without `v` (rule CP-005). */
export const reportedVersion = Type.String({
  maxLength: 256,
  pattern: "^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)([-+][0-9A-Za-z.+-]+)?$",
});

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

/** Versions in use, which core refuses unless each is a version, and older ones come first (rule CP-005). */
export const versionList: Form = {
  read(json, report): StatusVersion[] | undefined {
    if (!Array.isArray(json)) {
      report("", "a list", json);
      return undefined;
    }
    const versions = json.flatMap((item: unknown, index) => readVersion(item, `[${String(index)}]`, report));
    const late = versions.findIndex(({ version }, index) => {
      const before = versions[index - 1];
      return before !== undefined && compareKubernetesVersions(before.version, version) > 0;
    });
    if (late > 0) report(`[${String(late)}].version`, "older versions first", versions[late]?.version);
    return versions;
  },
};

function readVersion(item: unknown, at: string, report: ReportFault): StatusVersion[] {
  const { version, replicas } = isJsonObject(item) ? item : {};
  if (typeof version !== "string" || readKubernetesVersion(version) === undefined) {
    report(`${at}.version`, "a semantic version", version);
    return [];
  }
  if (replicas === undefined) return [{ version }];
  if (typeof replicas === "number" && Number.isInteger(replicas) && replicas >= 0) return [{ version, replicas }];
  report(`${at}.replicas`, "an integer from 0", replicas);
  return [];
}
