import { type Authenticated } from "../server/authentication.ts";
import { type RequestInfo } from "../paths/request-info.ts";
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
  /** Sent along as Warning headers. */
  readonly warnings: string[];
}

/** Who the fields that the request writes belong to: `fieldManager`, or the first part of the user agent. */
export function managerOf(request: ResourceRequest): string {
  return request.query.get("fieldManager") ?? (request.userAgent.split("/")[0] || "unknown");
}

export function isDryRun(request: ResourceRequest): boolean {
  return request.query.getAll("dryRun").includes("All");
}
