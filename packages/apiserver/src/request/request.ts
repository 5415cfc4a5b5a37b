import { type ApiObject } from "../object/api-object.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { type FieldError, forbiddenAt, invalidAt, unsupported } from "../status/field-error.ts";
import { invalid } from "../status/status-error.ts";
import { type Authenticated } from "../user/user.ts";
import { type RequestInfo } from "./request-info.ts";

/** A request for a served resource. */
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
  /** Sent as Warning headers. */
  readonly warnings: string[];
}

/** The manager of the written fields: `fieldManager`, or the first part of the User-Agent. */
export function managerOf(request: ResourceRequest): string {
  return request.query.get("fieldManager") ?? request.userAgent.split("/")[0] ?? "";
}

/** @throws StatusError Invalid. */
export function isDryRun(request: ResourceRequest): boolean {
  const { query } = request;
  const stages = query.getAll("dryRun").filter((stage) => stage !== "");
  const errors = [
    ...checkStages(stages),
    ...checkManager(query),
    ...checkFieldValidation(query),
    ...checkForce(request),
  ];
  if (errors.length > 0) throw invalid({ group: "meta.k8s.io", name: optionsKind(request) }, "", errors);
  return stages.length > 0;
}

const optionsKinds = { create: "CreateOptions", update: "UpdateOptions", patch: "PatchOptions" } as const;

function optionsKind({ info }: ResourceRequest): string {
  return info.verb in optionsKinds ? optionsKinds[info.verb as keyof typeof optionsKinds] : "DeleteOptions";
}

function checkStages(stages: readonly string[]): FieldError[] {
  if (stages.every((stage) => stage === "All")) return [];
  return [unsupported("dryRun", stages, ["All"])];
}

const longestManager = 128;

function checkManager(query: URLSearchParams): FieldError[] {
  const field = "fieldManager";
  const value = query.get(field) ?? "";
  if (Buffer.byteLength(value) > longestManager) {
    return [{ type: "Too long", field, detail: `may not be more than ${longestManager} bytes` }];
  }
  const at = Array.from(value).findIndex((letter) => /\p{C}/u.test(letter));
  if (at === -1) return [];
  const code = (value.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return [invalidAt(field, value, `invalid character U+${code} (at position ${at})`)];
}

function checkForce({ query, info, contentType }: ResourceRequest): FieldError[] {
  if (info.verb !== "patch" || contentType === "application/apply-patch+yaml" || !query.has("force")) return [];
  return [forbiddenAt("force", "may not be specified for non-apply patch")];
}

function checkFieldValidation(query: URLSearchParams): FieldError[] {
  const value = query.get("fieldValidation") ?? "";
  const levels = ["", "Ignore", "Strict", "Warn"];
  if (levels.includes(value)) return [];
  return [unsupported("fieldValidation", value, levels)];
}

/** Checks of a write beyond the authorization of its request. */
export interface WriteChecks {
  /** @throws StatusError The user may not set this content; `previous` is undefined for a creation. */
  content?(object: ApiObject, previous: ApiObject | undefined): void;
  /** @throws StatusError The user may not create, in a request that creates a missing object. */
  creation?(): void;
}
