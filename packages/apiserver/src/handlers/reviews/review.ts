import { type ApiObject } from "../../object/api-object.ts";
import { type ResourceRequest } from "../../request/request.ts";

/** Answers a question that a request asks by an object, which is not stored. */
export type Review = (request: ResourceRequest, object: ApiObject) => object | Promise<object>;
