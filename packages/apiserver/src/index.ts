// Start a server
export { ApiServer } from "./api-server.ts";
export type { ApiServerOptions, ForkOptions } from "./api-server-options.ts";
export type { RequestLimits } from "./server/in-flight.ts";
export { type AuthorizationMode } from "./access/access.ts";
export type { PodPort, PortForward } from "./server/port-forward/upgrades.ts";
export type { ServicePort, Services } from "./webhook/webhook-client.ts";
export type { FsyncPolicy } from "./store/disk/journal-file.ts";

// Read its requests
export { RequestLog, type RequestLogEntry } from "./server/request-log.ts";

// Follow its objects from the same process
export type { FollowedResource, ObjectChange, RememberedChange } from "./api-server.ts";

// Inject faults
export type { Fault, Faults, HeldWatches, Removable, WatchBreak } from "./faults/faults.ts";
export type { FaultPlan, PlannedRequest } from "./faults/fault-plan.ts";
export type { FaultOptions, RequestFault } from "./faults/request-fault.ts";
export type { RequestFilter } from "./request/request-filter.ts";
