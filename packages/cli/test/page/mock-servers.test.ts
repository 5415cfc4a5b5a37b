import { MockCloud } from "@capstan/infrastructure-mock";
import { systemClock } from "@capstan/runtime";
import { expect, test } from "vitest";
import { loseMockServer } from "../../src/page/mock-servers.ts";

test("the mock cloud deletes the server of a MockMachine, and no object of another kind with its name", async () => {
  await using cloud = await MockCloud.open({ clock: systemClock });
  const cluster = { namespace: "default", name: "c1" };
  const key = { namespace: "default", name: "m1" };
  await cloud.ensureLoadBalancer({ object: cluster, cluster });
  await cloud.ensureInstance({ object: key, cluster, hostname: "m1" });
  const lose = loseMockServer(cloud);
  expect(await lose({ providerID: "", infrastructure: { kind: "FooMachine", ...key } })).toBe(false);
  expect(cloud.isLost(key)).toBe(false);
  expect(await lose({ providerID: "", infrastructure: { kind: "MockMachine", ...key } })).toBe(true);
  expect(cloud.isLost(key)).toBe(true);
});
