import { listAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type RequestInfo } from "../request/request-info.ts";
import { type Authenticated, parseServiceAccountUser } from "../user/user.ts";

/** The properties of a request that FlowSchemas match. */
export interface RequestDigest {
  readonly user: Authenticated;
  readonly method: string;
  readonly path: string;
  /** Undefined for a non-resource request. */
  readonly info: RequestInfo | undefined;
}

/** Whether a FlowSchema matches a request: one of its rules has the user and the request. */
export function matchesFlowSchema(digest: RequestDigest, schema: ApiObject): boolean {
  return listAt(schema, "spec", "rules").some(
    (rule) =>
      listAt(rule, "subjects").some((subject) => isSubject(digest.user, subject)) &&
      (digest.info === undefined
        ? listAt(rule, "nonResourceRules").some((one) => matchesPath(digest, one))
        : matchesResource(digest.info, listAt(rule, "resourceRules"))),
  );
}

const any = "*";

function isSubject({ name, groups }: Authenticated, subject: unknown): boolean {
  switch (textAt(subject, "kind")) {
    case "User": {
      const wanted = textAt(subject, "user", "name");
      return wanted === any || wanted === name;
    }
    case "Group": {
      const wanted = textAt(subject, "group", "name") ?? "";
      return wanted === any || groups.includes(wanted);
    }
    case "ServiceAccount": {
      const account = parseServiceAccountUser(name);
      const wanted = textAt(subject, "serviceAccount", "name");
      const isNamed = account !== undefined && (wanted === any || wanted === account.name);
      return isNamed && textAt(subject, "serviceAccount", "namespace") === account.namespace;
    }
    case undefined:
    default:
      return false;
  }
}

function matchesResource(info: RequestInfo, rules: readonly unknown[]): boolean {
  const { verb, group, resource, subresource, namespace } = info;
  return rules.some(
    (rule) =>
      has(rule, "verbs", verb) &&
      has(rule, "resources", subresource === "" ? resource : `${resource}/${subresource}`) &&
      has(rule, "apiGroups", group) &&
      (namespace === "" ? isOfCluster(rule) : has(rule, "namespaces", namespace)),
  );
}

function isOfCluster(rule: unknown): boolean {
  return (rule as { readonly clusterScope?: unknown }).clusterScope === true;
}

function matchesPath({ method, path }: RequestDigest, rule: unknown): boolean {
  if (!has(rule, "verbs", method.toLowerCase())) return false;
  return listAt(rule, "nonResourceURLs").some((url) => {
    if (typeof url !== "string") return false;
    const prefix = url.replace(/\*$/, "");
    return url === any || url === path || path.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`);
  });
}

function has(rule: unknown, field: string, value: string): boolean {
  const values = listAt(rule, field);
  return values.includes(value) || (values.length === 1 && values[0] === any);
}
