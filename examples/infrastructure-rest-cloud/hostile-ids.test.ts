import { systemClock } from "@capstan/provider";
import { expect, test } from "vitest";
import { RestCloud } from "./src/cloud/rest-cloud.ts";
import { FakeCloud } from "./fake-cloud/fake-cloud.ts";

const turn = { request: () => undefined } as unknown as ConstructorParameters<typeof RestCloud>[0]["turn"];

// A user who may write a machine and its status also controls the ids in them.
test.each(["../load-balancers/victim", "..", "", "x?force=true", "%2e%2e/load-balancers/victim"])(
  "no request reaches the cloud for a server called %j",
  async (id) => {
    await using fake = await FakeCloud.start({ clock: systemClock, token: "t" });
    const cloud = new RestCloud({ url: fake.url, token: "t", turn, signal: AbortSignal.timeout(600_000) });
    await cloud.ensureLoadBalancer("victim");
    const asked = [...fake.requests];
    expect(await cloud.deleteServer(id)).toBe(false);
    expect(await cloud.server(id)).toBeUndefined();
    expect(await cloud.operation(id)).toBeUndefined();
    await cloud.removeLoadBalancer(id);
    expect(fake.requests).toEqual(asked);
    expect(fake.balancers).toEqual(["victim"]);
    // The plain id deletes the server.
    await cloud.removeLoadBalancer("victim");
    expect(fake.balancers).toEqual([]);
  },
);
