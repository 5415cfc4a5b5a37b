import { drawnRuns } from "@capstan/harness/night";
import { flowServers } from "@capstan/harness/servers";
import { beforeAll, describe, expect, test } from "vitest";
import { drawAttacks } from "./draw-attack.ts";
import { fewest } from "./fewest.ts";
import { kindOf, tenantsKinds } from "./installed-kinds.ts";
import { play, playUndisturbed, type Undisturbed } from "./play.ts";
import { findingText, search } from "./search.ts";
import { samples } from "./samples.ts";
import { Tenants, victim } from "./tenants.ts";
import { victimsFlow } from "./victims-flow.ts";

/** Fifteen attackers share a run, which costs about 20 s of CPU time: npm run hostile -- tenants runs 2,000 seeds. */
const drawn = { seeds: drawnRuns({ sample: 15, all: 30 }), together: 15, tries: 20 };
const real = { seeds: 3, together: 3, tries: 0 };

const timeout = 900_000;
const seedsOf = ({ seeds }: { readonly seeds: number }): number[] =>
  Array.from({ length: seeds }, (_, index) => index + 1);

describe("tenants that write random objects, while another tenant's Cluster is created and deleted", () => {
  let expected: Undisturbed;
  beforeAll(async () => {
    expected = await playUndisturbed("embedded");
  }, timeout);

  test(
    "many attacks: the victim reaches the same state in at most twice the time and work, free of traces",
    { timeout },
    async () => {
      const { findings, answers } = await search({ server: "embedded", expected, ...drawn, seeds: seedsOf(drawn) });

      expect(findings.map(findingText).join("\n\n")).toBe("");
      const refused = tenantsKinds.filter(({ kind }) => (answers.get(kind)?.accepted ?? 0) === 0);
      expect(refused, "kinds of which the server took nothing").toEqual([]);
    },
  );

  test("the same attacks are detected when the attacker can write in the victim's namespace", { timeout }, async () => {
    const [seed = 0] = seedsOf(drawn);
    const { problems } = await play("embedded", drawAttacks([seed], victimsFlow.length), {
      expected,
      namespaces: [victim],
    });

    expect(problems.join("\n")).toContain("text of the attacker in ");
  });
});

test.runIf(flowServers.includes("real"))(
  "3 attacks on the real server: the victim reaches the same state, free of traces",
  { timeout },
  async () => {
    const expected = await playUndisturbed("real");
    const { findings } = await search({ server: "real", expected, ...real, seeds: seedsOf(real) });

    expect(findings.map(findingText).join("\n\n")).toBe("");
  },
);

test("the server accepts the attackers' objects before any forgery", async () => {
  await using tenants = await Tenants.start("embedded", ["evil"]);
  for (const { metadata, ...sample } of samples) {
    const object = { ...sample, metadata: { ...metadata, namespace: "evil" } };
    await expect(tenants.client.create(kindOf(sample), object, { dryRun: true }), sample.kind).resolves.toBeDefined();
  }
});

test("a failing list is reduced to the items that cause the failure", async () => {
  const fails = (kept: readonly number[]) => Promise.resolve(kept.includes(3) && kept.includes(11));

  expect(
    await fewest(
      Array.from({ length: 16 }, (_, index) => index),
      fails,
      100,
    ),
  ).toEqual([3, 11]);
});
