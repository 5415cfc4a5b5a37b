// Servers
export { RealApiServer, type RealApiServerOptions } from "./real/real-api-server.ts";
export type { AuditEntry } from "./real/audit-log.ts";

// Time
export { FakeClock, type Duration, type FakeClockOptions } from "@capstan/runtime/testing";
