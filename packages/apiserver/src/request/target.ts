import { type JsonObject } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Authenticated } from "../user/user.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { isDryRun, managerOf, type ResourceRequest } from "./request.ts";
import { type WriteChecks } from "./write-checks.ts";

/** The apiVersion of a Scale, as which a part of an object is shown and written. */
export const scaleVersion = "autoscaling/v1";

/** Where a write goes, and on whose behalf. Objects are given and answered in `version`. */
export interface Target {
  readonly resource: Resource;
  readonly version: ResourceVersion;
  readonly subresource?: string;
  /** Who the written fields belong to; the server's own writes leave managed fields alone. */
  readonly manager?: string;
  /** Who writes; left out by the server itself. */
  readonly user?: Authenticated;
  /** Server-side apply: the object states its managed fields already. */
  readonly applied?: boolean;
  /** Check everything and store nothing. */
  readonly dryRun?: boolean;
  /** The options of the request, as admission is shown them. */
  readonly options?: JsonObject;
  /** Collects what the client is warned of. */
  readonly warnings?: string[];
  readonly checks?: WriteChecks;
  /** As what admission is shown the object, where that is not the object itself. */
  readonly shownAs?: ShownAs;
  /** Admission was shown already what is to be done. */
  readonly admitted?: boolean;
}

/** A part of an object that is written as an object of its own. */
interface ShownAs {
  show(object: ApiObject): ApiObject;
  /** The object with what became of its part. */
  take(object: ApiObject, shown: ApiObject): ApiObject;
}

/** Where a request writes. */
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
