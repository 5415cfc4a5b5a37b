import process from "node:process";
import { FakeService } from "./fake-service.ts";

const service = await FakeService.start({
  clock: { now: () => Date.now() },
  port: Number(process.env.PORT ?? "8086"),
});
process.stdout.write(`The service is at ${service.url}\n`);
