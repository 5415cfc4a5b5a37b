export { AuditedRequests } from "./audited-requests.ts";
export { startAuditedServer } from "./audited-server.ts";
export { createdIn } from "./writes.ts";
