import { expect, test } from "vitest";
import { ApiServer } from "../src/index.ts";
import { eventually, Wire } from "./conformance/target.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const count = 50;

/**
 * A server, and the ends of the requests that have reached it.
 * @param isHeld - whether requests wait until their client has disconnected.
 */
async function start({ isHeld }: { readonly isHeld: boolean }) {
  const server = await ApiServer.start();
  const ends: Promise<unknown>[] = [];
  const plan = server.faults.plan(({ userAgent, ended }) => {
    if (userAgent !== "suite/1.0") return undefined;
    ends.push(ended);
    return isHeld ? ended.then(() => undefined) : undefined;
  });
  const arrived = async (): Promise<readonly Promise<unknown>[]> => {
    await eventually(
      () => Promise.resolve(ends.length),
      (found) => found === count,
    );
    expect(ends).toHaveLength(count);
    return ends;
  };
  return {
    server,
    wire: new Wire(server.kubeconfig),
    arrived,
    async [Symbol.asyncDispose]() {
      plan[Symbol.dispose]();
      await server.close();
    },
  };
}

test("the fault plan sees the end of a request whose client disconnects before the response", async () => {
  await using world = await start({ isHeld: false });
  const bodies = Array.from({ length: count }, (_, number) => configMap(`left-${String(number)}`));
  await world.wire.sendAndLeave("POST", configMaps, bodies);
  await Promise.all(await world.arrived());
});

test("a watch whose client disconnects before its start is not open", async () => {
  await using world = await start({ isHeld: true });
  const before = await openWatches(world.wire);
  await world.wire.sendAndLeave("GET", `${configMaps}?watch=1`, Array.from({ length: count }));
  await Promise.all(await world.arrived());
  const left = () => openWatches(world.wire);
  expect(await eventually(left, (open) => open === before)).toBe(before);
});

function configMap(name: string): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name } };
}

async function openWatches(wire: Wire): Promise<number> {
  const { text } = await wire.get("/metrics");
  const [, open] = /^apiserver_longrunning_requests\{.*verb="WATCH"\} (\d+)$/m.exec(text) ?? [];
  expect(open).toBeDefined();
  return Number(open);
}
