import process from "node:process";
import { Cluster } from "@capstan/contract";
import { goCoreAvailable } from "@capstan/harness/go";
import { upstreamCRDs } from "@capstan/testkit";
import { allDeclared, type Declared } from "./declarations.ts";

/** The variable in which run.ts passes the declarations, separated by commas. */
export const declaredVariable = "CAPSTAN_DECLARED";

const names = process.env[declaredVariable]?.split(",");

/** The declarations whose flows run: by default all. */
export const chosen: readonly Declared[] = allDeclared.filter((declared) => names?.includes(declared) ?? true);

/** The Go core of CAPSTAN_CLUSTER_API_ASSETS, by whether it serves the version that the SDK reads. */
export const coreSupport: "supported" | "unsupported" | "unavailable" = supportOf();

function supportOf(): typeof coreSupport {
  if (!goCoreAvailable) return "unavailable";
  const served = upstreamCRDs("core").flatMap(({ spec }) => spec.versions.map(({ name }) => name));
  return served.includes(Cluster.version) ? "supported" : "unsupported";
}
