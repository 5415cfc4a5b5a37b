import process from "node:process";
import { FakeCloud } from "./fake-cloud.ts";

const cloud = await FakeCloud.start({
  clock: { now: () => Date.now() },
  token: process.env.CLOUD_TOKEN ?? "let-me-in",
  port: Number(process.env.PORT ?? "8085"),
  requestsPerSecond: 20,
  faults: { unavailable: 0.05, replyLost: 0.05, noCapacity: 0.05 },
});
process.stdout.write(`The cloud is at ${cloud.url}\n`);
