import { type JsonObject } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Authenticated } from "../user/user.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { isDryRun, managerOf, type ResourceRequest, type WriteChecks } from "./request.ts";

/** The apiVersion of a Scale, the form in which a part of an object is shown and written. */
export const scaleVersion = "autoscaling/v1";

/** The target of a write, and its user. Objects are passed and returned in `version`. */
export interface Target {
  readonly resource: Resource;
  readonly version: ResourceVersion;
  readonly subresource?: string;
  /** The manager of the written fields; the server's own writes do not change managed fields. */
  readonly manager?: string;
  /** The user who writes; unset for the server itself. */
  readonly user?: Authenticated;
  /** Server-side apply: the object has its managed fields already. */
  readonly applied?: boolean;
  /** Checks everything and stores nothing. */
  readonly dryRun?: boolean;
  /** The options of the request, for admission. */
  readonly options?: JsonObject;
  /** Collects warnings for the client. */
  readonly warnings?: string[];
  readonly checks?: WriteChecks;
  /** The form of the object for admission, if it is not the object itself. */
  readonly shownAs?: ShownAs;
  /** Whether admission has already run. */
  readonly admitted?: boolean;
}

/** A part of an object that is written as an object of its own. */
interface ShownAs {
  show(object: ApiObject): ApiObject;
  /** Returns the object with the changed part. */
  take(object: ApiObject, shown: ApiObject): ApiObject;
}

/** The target of a request. */
export function targetOf(request: ResourceRequest): Target {
  const { resource, version, info, checks } = request;
  return {
    resource,
    version,
    ...(checks === undefined ? {} : { checks }),
    ...(info.subresource === "" ? {} : { subresource: info.subresource }),
    manager: managerOf(request),
    user: request.user,
    dryRun: isDryRun(request),
    options: optionsOf(request.query),
    warnings: request.warnings,
  };
}

function optionsOf(query: URLSearchParams): JsonObject {
  const dryRun = query.getAll("dryRun").filter((stage) => stage !== "");
  const [fieldManager, fieldValidation] = [query.get("fieldManager"), query.get("fieldValidation")];
  return {
    ...(dryRun.length === 0 ? {} : { dryRun }),
    ...(fieldManager === null ? {} : { fieldManager }),
    ...(fieldValidation === null ? {} : { fieldValidation }),
  };
}
