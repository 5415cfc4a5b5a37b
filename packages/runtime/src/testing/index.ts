// Control time
export { FakeClock, type Duration, type FakeClockOptions } from "./fake-clock.ts";

// Check errors of reconcilers
export { isBug } from "../logging/plain-value.ts";
export { stackLines } from "../logging/stack-lines.ts";
