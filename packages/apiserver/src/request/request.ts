import { type Authenticated } from "../user/user.ts";
import { invalid } from "../status/status-error.ts";
import { type WriteChecks } from "./write-checks.ts";
import { type RequestInfo } from "./request-info.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";

/** A request for a resource that is served. */
export interface ResourceRequest {
  readonly info: RequestInfo;
  readonly resource: Resource;
  readonly version: ResourceVersion;
  readonly query: URLSearchParams;
  readonly user: Authenticated;
  readonly userAgent: string;
  readonly contentType: string;
  readonly body: Buffer;
  readonly checks?: WriteChecks;
  /** Sent along as Warning headers. */
  readonly warnings: string[];
}

/** Who the fields that the request writes belong to: `fieldManager`, or the first part of the user agent. */
export function managerOf(request: ResourceRequest): string {
  return request.query.get("fieldManager") ?? request.userAgent.split("/")[0] ?? "";
}

/** @throws StatusError Invalid for any stage but All. */
export function isDryRun({ query, info }: ResourceRequest): boolean {
  const stages = query.getAll("dryRun").filter((stage) => stage !== "");
  if (stages.some((stage) => stage !== "All")) {
    const options = { create: "CreateOptions", update: "UpdateOptions", patch: "PatchOptions" } as const;
    const name = info.verb in options ? options[info.verb as keyof typeof options] : "DeleteOptions";
    const error = {
      type: "Unsupported value",
      field: "dryRun",
      value: stages,
      detail: 'supported values: "All"',
    } as const;
    throw invalid({ group: "meta.k8s.io", name }, "", [error]);
  }
  return stages.length > 0;
}
