import type { ConfigState, InfrastructureState } from "./machine-situation.ts";

export const notReady: ConfigState = { ready: false };
export const ready: ConfigState = { ready: true, data: "data" };
export const infraNotReady: InfrastructureState = { ready: false };
export const infraReady: InfrastructureState = { ready: true, providerID: "p" };
export const nodeReady = { name: "n1", ready: true };
export const failure = { reason: "CreateError", message: "no capacity" };
export const wasRunning = { wasRunning: true, config: ready, infrastructure: infraReady } as const;
