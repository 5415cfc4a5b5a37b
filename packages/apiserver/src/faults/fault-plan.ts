import { type RequestInfo } from "../request/request-info.ts";
import { type Caller } from "../request/request-filter.ts";
import { type RequestFault } from "./request-fault.ts";

/** A request that a {@link FaultPlan} decides about. */
export interface PlannedRequest extends RequestInfo {
  /** Full user name. */
  readonly user: string;
  /** The `User-Agent` header of the client. */
  readonly userAgent: string;
  /** The path of the request, without its query. */
  readonly path: string;
  /** Resolves when it has been answered, its answer was lost, or its client has disconnected. */
  readonly ended: Promise<unknown>;
}

/**
 * Decides what happens to each request, for cases that {@link FaultOptions} cannot express. The request waits for the decision, so a plan
 * can first write something, as if another client wrote at the same time. A plan that throws or rejects answers the request with 500.
 */
export type FaultPlan = (request: PlannedRequest) => RequestFault | undefined | Promise<RequestFault | undefined>;

/** A request as it arrives. */
export interface ArrivedRequest extends Caller {
  readonly path: string;
  readonly ended: Promise<unknown>;
}

export function plannedRequest({ info, user, userAgent, path, ended }: ArrivedRequest): PlannedRequest {
  return { ...info, user, userAgent, path, ended };
}
