import { definedFields, listAt, textAt } from "@capstan/kube";
import { type Admission } from "../../admission/admission.ts";
import { attributesOf } from "../../admission/attributes.ts";
import { type Authenticator } from "../../authentication/authentication.ts";
import { issuer } from "../../authentication/tokens/service-account-tokens.ts";
import { type Authorizer, type PolicyRule } from "../../authorization/authorizer.ts";
import { type Clock, timestamp } from "../../clock/clock.ts";
import { decodeObject } from "../../decoding/decode.ts";
import { type ApiObject } from "../../object/api-object.ts";
import { type ResourceRequest } from "../../request/request.ts";
import { targetOf } from "../../request/target.ts";
import { badRequest, methodNotAllowed, noSuchResource } from "../../status/status-error.ts";
import { userInfo } from "../../user/user.ts";
import { type FieldManagement } from "../../writer/managed-fields/field-management.ts";
import { inNamespace } from "../write-context.ts";
import { type Review } from "./review.ts";
import { localSubjectAccessReview, selfSubjectAccessReview, subjectAccessReview } from "./subject-access-review.ts";

/** Answers reviews, which clients create as objects: about users and their permissions. */
export class Reviews {
  readonly #management: FieldManagement;
  readonly #admission: Admission;
  readonly #reviews: ReadonlyMap<string, Review>;

  constructor(options: {
    readonly authenticator: Authenticator;
    readonly authorizer: Authorizer;
    readonly management: FieldManagement;
    readonly admission: Admission;
    readonly clock: Clock;
  }) {
    const { authenticator, authorizer, clock } = options;
    this.#management = options.management;
    this.#admission = options.admission;
    this.#reviews = new Map([
      ["localsubjectaccessreviews.authorization.k8s.io", localSubjectAccessReview(authorizer)],
      ["selfsubjectreviews.authentication.k8s.io", selfSubjectReview(clock)],
      ["selfsubjectaccessreviews.authorization.k8s.io", selfSubjectAccessReview(authorizer)],
      ["selfsubjectrulesreviews.authorization.k8s.io", selfSubjectRulesReview(authorizer)],
      ["subjectaccessreviews.authorization.k8s.io", subjectAccessReview(authorizer)],
      ["tokenreviews.authentication.k8s.io", tokenReview(authenticator)],
    ]);
  }

  /** Whether the objects of a resource are reviews. */
  has(resource: ResourceRequest["resource"]): boolean {
    return this.#reviews.has(resource.id);
  }

  /** @throws StatusError */
  async answer(request: ResourceRequest): Promise<ApiObject> {
    const { resource, info } = request;
    const review = this.#reviews.get(resource.id);
    if (review === undefined || info.name !== "" || info.subresource !== "") {
      throw noSuchResource();
    }
    if (info.verb !== "create") throw methodNotAllowed();
    const object = inNamespace(request, decodeObject(request));
    const target = targetOf(request);
    const admitted = await this.#admission.mutate(attributesOf(target, object));
    const managed = this.#management.afterWrite(target, undefined, admitted, object);
    await this.#admission.validate(attributesOf(target, managed));
    return (await review(request, managed)) as ApiObject;
  }
}

/** The attributes of the requesting user. */
function selfSubjectReview(clock: Clock): Review {
  return ({ user }, { apiVersion, kind }) => {
    const metadata = { creationTimestamp: timestamp(clock.now()) };
    return { kind, apiVersion, metadata, status: { userInfo: userInfo(user) } };
  };
}

/** The user of a token, and whether the token is for one of the audiences in the review. */
function tokenReview(authenticator: Authenticator): Review {
  return (_, review) => {
    const token = textAt(review, "spec", "token") ?? "";
    if (token === "") throw badRequest("token is required for TokenReview in authentication");
    const stated = listAt(review, "spec", "audiences").map(String);
    const found = authenticator.recognize(token, stated.length === 0 ? [issuer] : stated);
    const status =
      typeof found === "string"
        ? { user: {}, error: found }
        : { authenticated: true, user: userInfo(found.user), audiences: found.audiences };
    return { ...review, status };
  };
}

/** The permissions of the requesting user in a namespace. */
function selfSubjectRulesReview(authorizer: Authorizer): Review {
  return ({ user }, { apiVersion, kind, spec }) => {
    const namespace = textAt(spec, "namespace") ?? "";
    if (namespace === "") throw badRequest("no namespace on request");
    const { rules, problem } = authorizer.rulesFor(user, namespace);
    const status = definedFields({
      resourceRules: rules.filter(({ resources = [] }) => resources.length > 0).map(resourceRule),
      nonResourceRules: rules
        .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
        .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
      incomplete: false,
      evaluationError: problem === "" ? undefined : problem,
    });
    return { kind, apiVersion, metadata: {}, spec: {}, status };
  };
}

function resourceRule({ verbs, apiGroups, resources, resourceNames }: PolicyRule): object {
  return definedFields({ verbs, apiGroups, resources, resourceNames });
}
