export { FakeClock, type Duration, type FakeClockOptions } from "./fake-clock.ts";

// What a thrown value says of the code that threw it
export { isBug } from "../logging/plain-value.ts";
export { stackLines } from "../logging/stack-lines.ts";
