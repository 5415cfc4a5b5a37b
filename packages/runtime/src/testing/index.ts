// Move the time
export { FakeClock, type Duration, type FakeClockOptions } from "./fake-clock.ts";

// Judge what a reconciler threw
export { isBug } from "../logging/plain-value.ts";
export { stackLines } from "../logging/stack-lines.ts";
