import { type ApiObject } from "../../object/api-object.ts";
import { type ResourceRequest } from "../../request/request.ts";

/** Answers a review, an object that is not stored. */
export type Review = (request: ResourceRequest, object: ApiObject) => object | Promise<object>;
