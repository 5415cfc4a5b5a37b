import { type FieldError, forbiddenAt, unsupported } from "../status/field-error.ts";
import { invalid } from "../status/status-error.ts";
import { queryFlag, queryInteger } from "./query.ts";
import { type ResourceRequest } from "./request.ts";

/** The options of a list or watch besides its selectors (meta/v1 ListOptions). */
export interface ListOptions {
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly continue: string;
  /** The number of requested objects; 0 or less for all. */
  readonly limit: number;
  readonly timeoutSeconds: number;
  readonly sendInitialEvents: boolean | undefined;
  readonly allowWatchBookmarks: boolean;
}

/** @throws StatusError BadRequest, Invalid. */
export function listOptionsOf({ query, info }: ResourceRequest): ListOptions {
  const options: ListOptions = {
    resourceVersion: query.get("resourceVersion") ?? "",
    resourceVersionMatch: query.get("resourceVersionMatch") ?? "",
    continue: query.get("continue") ?? "",
    limit: Math.max(0, queryInteger(query, "limit") ?? 0),
    timeoutSeconds: queryInteger(query, "timeoutSeconds") ?? 0,
    sendInitialEvents: query.has("sendInitialEvents") ? queryFlag(query, "sendInitialEvents") : undefined,
    allowWatchBookmarks: queryFlag(query, "allowWatchBookmarks"),
  };
  const errors = info.verb === "watch" ? checkWatch(withDefaults(options)) : checkList(options);
  if (errors.length > 0) throw invalid({ group: "meta.k8s.io", name: "ListOptions" }, "", errors);
  return options;
}

/** A watch that begins with the existing objects gets the options that it implies. */
function withDefaults(options: ListOptions): ListOptions {
  const { resourceVersion, resourceVersionMatch, sendInitialEvents } = options;
  const isSilent = sendInitialEvents === undefined && resourceVersionMatch === "";
  if (!isSilent || (resourceVersion !== "" && resourceVersion !== "0")) return options;
  return { ...options, sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" };
}

function checkList(options: ListOptions): FieldError[] {
  const { resourceVersion, resourceVersionMatch: match, continue: token, sendInitialEvents } = options;
  const field = "resourceVersionMatch";
  const errors: FieldError[] = [];
  if (match !== "") {
    if (resourceVersion === "")
      errors.push(forbiddenAt(field, `${field} is forbidden unless resourceVersion is provided`));
    if (token !== "") errors.push(forbiddenAt(field, `${field} is forbidden when continue is provided`));
    if (match !== "Exact" && match !== "NotOlderThan")
      errors.push(unsupported(field, match, ["Exact", "NotOlderThan", ""]));
    if (match === "Exact" && resourceVersion === "0") {
      errors.push(forbiddenAt(field, `${field} "exact" is forbidden for resourceVersion "0"`));
    }
  }
  if (sendInitialEvents !== undefined) {
    errors.push(forbiddenAt("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  }
  return errors;
}

function checkWatch({ resourceVersionMatch: match, continue: token, sendInitialEvents }: ListOptions): FieldError[] {
  const field = "resourceVersionMatch";
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && match !== "NotOlderThan") {
    errors.push(forbiddenAt(field, `sendInitialEvents requires setting ${field} to NotOlderThan`));
  }
  if (match === "") return errors;
  if (sendInitialEvents === undefined) {
    errors.push(forbiddenAt(field, `${field} is forbidden for watch unless sendInitialEvents is provided`));
  }
  if (match !== "NotOlderThan") errors.push(unsupported(field, match, ["NotOlderThan"]));
  if (token !== "") errors.push(forbiddenAt(field, `${field} is forbidden when continue is provided`));
  return errors;
}
