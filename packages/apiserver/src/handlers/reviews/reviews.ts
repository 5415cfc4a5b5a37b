import { type Admission } from "../../admission/admission.ts";
import { attributesOf } from "../../admission/attributes.ts";
import { type Authenticator } from "../../authentication/authentication.ts";
import { type Authorizer } from "../../authorization/authorizer.ts";
import { type Clock } from "../../clock/clock.ts";
import { decodeObject } from "../../decoding/decode.ts";
import { type ApiObject } from "../../object/api-object.ts";
import { type ResourceRequest } from "../../request/request.ts";
import { targetOf } from "../../request/target.ts";
import { methodNotAllowed, noSuchResource } from "../../status/status-error.ts";
import { inNamespace } from "../in-namespace.ts";
import { type FieldManagement } from "../../writer/managed-fields/field-management.ts";
import { type Review } from "./review.ts";
import { tokenReview } from "./token-review.ts";
import { selfSubjectReview } from "./self-subject-review.ts";
import { selfSubjectRulesReview } from "./self-subject-rules-review.ts";
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
