export { FakeClock, type Duration, type FakeClockOptions } from "./fake-clock.ts";
