import { dnsLabelProblems, dnsSubdomainProblems } from "@capstan/kube";
import { boolType, type CelType, opaque, stringType } from "../types/cel-type.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { OpaqueValue } from "../values/value.ts";
import { method, type Overload } from "./overload.ts";

/** A permission that an expression checks: for a path or a resource. */
export type Question = PathQuestion | ResourceQuestion;

interface Asked {
  readonly verb: string;
  /** The ServiceAccount to check, if it is not the sender of the request. */
  readonly account?: { readonly namespace: string; readonly name: string };
}

interface PathQuestion extends Asked {
  readonly path: string;
}

interface ResourceQuestion extends Asked, RequestedResource {}

/** A resource that an expression names; omitted parts are empty. */
export interface RequestedResource {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** Decides whether a permission is granted. */
export type Decide = (question: Question) => { readonly allowed: boolean; readonly reason: string };

function typeNamed(name: string): CelType & { readonly kind: "opaque" } {
  return opaque(`kubernetes.authorization.${name}`) as CelType & { readonly kind: "opaque" };
}

export const authorizerType = typeNamed("Authorizer");
export const resourceCheckType = typeNamed("ResourceCheck");
const pathCheckType = typeNamed("PathCheck");
const groupCheckType = typeNamed("GroupCheck");
const decisionType = typeNamed("Decision");

abstract class AuthorizationValue extends OpaqueValue {
  override equals(other: OpaqueValue): boolean {
    return other === this;
  }
}

/** The value of `authorizer`. */
export class AuthorizerValue extends AuthorizationValue {
  override readonly typeName = authorizerType.name;
  readonly decide: Decide;

  constructor(decide: Decide) {
    super();
    this.decide = decide;
  }

  /** The check of a given resource: the value of `authorizer.requestResource`. */
  of(resource: RequestedResource): ResourceCheck {
    return new ResourceCheck(this, resource);
  }
}

class PathCheck extends AuthorizationValue {
  override readonly typeName = pathCheckType.name;
  readonly authorizer: AuthorizerValue;
  readonly path: string;

  constructor(authorizer: AuthorizerValue, path: string) {
    super();
    if (path.trim() === "") throw new EvaluationError("path must not be empty");
    this.authorizer = authorizer;
    this.path = path;
  }
}

class GroupCheck extends AuthorizationValue {
  override readonly typeName = groupCheckType.name;
  readonly authorizer: AuthorizerValue;
  readonly group: string;

  constructor(authorizer: AuthorizerValue, group: string) {
    super();
    this.authorizer = authorizer;
    this.group = group;
  }
}

class ResourceCheck extends AuthorizationValue {
  override readonly typeName = resourceCheckType.name;
  readonly authorizer: AuthorizerValue;
  readonly asked: RequestedResource;

  constructor(authorizer: AuthorizerValue, asked: RequestedResource) {
    super();
    this.authorizer = authorizer;
    this.asked = asked;
  }

  with(part: Partial<RequestedResource>): ResourceCheck {
    return new ResourceCheck(this.authorizer, { ...this.asked, ...part });
  }
}

class Decision extends AuthorizationValue {
  override readonly typeName = decisionType.name;
  readonly allowed: boolean;
  readonly reason: string;

  constructor({ allowed, reason }: ReturnType<Decide>) {
    super();
    this.allowed = allowed;
    this.reason = reason;
  }
}

function forServiceAccount({ decide }: AuthorizerValue, namespace: string, name: string): AuthorizerValue {
  if (dnsSubdomainProblems(name).length > 0) throw new EvaluationError("Invalid service account name");
  if (dnsLabelProblems(namespace).length > 0) throw new EvaluationError("Invalid service account namespace");
  return new AuthorizerValue((question) => decide({ ...question, account: { namespace, name } }));
}

function resourceOf({ authorizer, group }: GroupCheck, resource: string): ResourceCheck {
  if (resource.trim() === "") throw new EvaluationError("resource must not be empty");
  return authorizer.of({ group, resource, subresource: "", namespace: "", name: "" });
}

/** Sets a part of the checked resource. Rules of roles know no selectors, so these have no effect. */
function part(name: string, id: string, with_: (value: string) => Partial<RequestedResource>): Overload {
  return method(name, id, [resourceCheckType, stringType], resourceCheckType, (check: ResourceCheck, value: string) =>
    check.with(with_(value)),
  );
}

/** Kubernetes' functions for checking permissions. */
export const authorization: readonly Overload[] = [
  method(
    "path",
    "authorizer_path",
    [authorizerType, stringType],
    pathCheckType,
    (authorizer: AuthorizerValue, path: string) => new PathCheck(authorizer, path),
  ),
  method(
    "group",
    "authorizer_group",
    [authorizerType, stringType],
    groupCheckType,
    (authorizer: AuthorizerValue, group: string) => new GroupCheck(authorizer, group),
  ),
  method(
    "serviceAccount",
    "authorizer_serviceaccount",
    [authorizerType, stringType, stringType],
    authorizerType,
    forServiceAccount,
  ),
  method("resource", "groupcheck_resource", [groupCheckType, stringType], resourceCheckType, resourceOf),
  part("subresource", "resourcecheck_subresource", (subresource) => ({ subresource })),
  part("namespace", "resourcecheck_namespace", (namespace) => ({ namespace })),
  part("name", "resourcecheck_name", (name) => ({ name })),
  part("fieldSelector", "authorizer_fieldselector", () => ({})),
  part("labelSelector", "authorizer_labelselector", () => ({})),
  method(
    "check",
    "pathcheck_check",
    [pathCheckType, stringType],
    decisionType,
    ({ authorizer, path }: PathCheck, verb: string) => new Decision(authorizer.decide({ path, verb })),
  ),
  method(
    "check",
    "resourcecheck_check",
    [resourceCheckType, stringType],
    decisionType,
    ({ authorizer, asked }: ResourceCheck, verb: string) => new Decision(authorizer.decide({ ...asked, verb })),
  ),
  // A decision that fails with an error is a denial, with the error as its reason.
  method("errored", "decision_errored", [decisionType], boolType, () => false),
  method("error", "decision_error", [decisionType], stringType, () => ""),
  method("allowed", "decision_allowed", [decisionType], boolType, ({ allowed }: Decision) => allowed),
  method("reason", "decision_reason", [decisionType], stringType, ({ reason }: Decision) => reason),
];
