import { type AuthorCondition, outcome } from "@capstan/provider";
import { expect, test } from "vitest";
import { OddMachine, OldOddMachine } from "./odd-providers.ts";
import { startOddMachine, touch } from "./odd-scene.ts";

function own(type: string, status: AuthorCondition["status"], message = ""): AuthorCondition {
  return { type, status, reason: "Known", message };
}

test.each<[sentence: string, conditions: AuthorCondition[], ready: object]>([
  ["True if all of them are", [own("DiskOK", "True")], { status: "True", reason: "Ready" }],
  [
    "False with the words of the first that is False",
    [own("DiskOK", "Unknown"), own("FanOK", "False", "it does not turn")],
    { status: "False", reason: "Known", message: "FanOK: it does not turn" },
  ],
  ["Unknown if one is and none is False", [own("DiskOK", "Unknown")], { status: "Unknown", message: "DiskOK: Known" }],
])("Ready sums up the author's conditions: %s", async (_sentence, conditions, ready) => {
  await using scene = await startOddMachine(OddMachine, () =>
    outcome.provisioned({ providerID: "odd://1", conditions }),
  );

  expect(await scene.world.condition(OddMachine, "Ready")).toMatchObject({ ...ready, observedGeneration: 2 });
  expect(await scene.world.condition(OddMachine, "InstanceProvisioned")).toMatchObject({ status: "True" });
});

test("a machine of contract v1beta1 reports ready, addresses, and its failure domain in spec (IM-009, IM-013)", async () => {
  await using scene = await startOddMachine(OldOddMachine, () =>
    outcome.provisioned({
      providerID: "odd://1",
      addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
      failureDomain: "zone-a",
    }),
  );

  const machine = await scene.world.get(OldOddMachine);
  expect(machine).toMatchObject({
    spec: { providerID: "odd://1", failureDomain: "zone-a" },
    status: { ready: true, addresses: [{ type: "InternalIP", address: "10.0.0.1" }] },
  });
  expect(machine.status).not.toHaveProperty("initialization");
  expect(machine.status).not.toHaveProperty("failureDomain");
});

test("undefined values in an outcome keep the reported values", async () => {
  await using scene = await startOddMachine(OddMachine, () =>
    outcome.provisioned({
      providerID: "odd://1",
      addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
      failureDomain: "zone-a",
    }),
  );
  const { world, reconciler } = scene;
  const before = await world.get(OddMachine);

  reconciler.answer = () =>
    outcome.provisioned({
      providerID: "odd://1",
      addresses: undefined,
      failureDomain: undefined,
      conditions: undefined,
      status: undefined,
      retryAfterMs: undefined,
    });
  const { calls } = reconciler;
  await touch(world, OddMachine);

  expect(reconciler.calls).toBeGreaterThan(calls);
  expect(await world.get(OddMachine)).toMatchObject({ spec: before.spec, status: before.status });
});

test("an empty list in an outcome removes the reported list until it is reported again", async () => {
  const addresses = [{ type: "InternalIP", address: "10.0.0.1" }] as const;
  await using scene = await startOddMachine(OddMachine, () =>
    outcome.provisioned({ providerID: "odd://1", addresses }),
  );
  const { world, reconciler } = scene;

  reconciler.answer = () => outcome.provisioned({ providerID: "odd://1", addresses: [] });
  await touch(world, OddMachine);
  expect((await world.get(OddMachine)).status).not.toHaveProperty("addresses");

  reconciler.answer = () => outcome.provisioned({ providerID: "odd://1", addresses });
  await touch(world, OddMachine, "2");
  expect((await world.get(OddMachine)).status?.addresses).toEqual(addresses);
});

test("progress with changing messages is polled at the author's interval", async () => {
  let percent = 0;
  await using scene = await startOddMachine(OddMachine, () =>
    outcome.pending("Installing", { message: `${++percent} %`, status: { attempts: percent }, retryAfterMs: 10_000 }),
  );
  const { world, reconciler } = scene;
  const { calls } = reconciler;
  await world.clock.advance({ minutes: 1 });
  expect(reconciler.calls).toBe(calls + 6);
});
