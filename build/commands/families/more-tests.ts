import { reading, testing } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const moreTests: Family = {
  name: "test:more",
  does: "Runs tests in ways that take too long for every change.",
  members: [
    { name: "shuffled", does: "all tests, in ten random orders", runs: reading("test/run/shuffled.ts") },
    {
      name: "secrets",
      does: "all tests, with a search for secrets in their output",
      runs: testing([], { CAPSTAN_SECRET_GUARD: "1" }),
    },
    {
      name: "schedules",
      does: "10,000 random schedules of the runtime on a fake clock",
      runs: testing(["packages/runtime/test/schedules"], { CAPSTAN_SCHEDULES: "10000" }),
    },
  ],
};
