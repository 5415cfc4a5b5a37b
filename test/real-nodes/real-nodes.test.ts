import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { corpus } from "./corpus/corpus.ts";
import type { CorpusCase } from "./corpus/corpus-case.ts";
import { hostnameOf } from "./corpus/hostname.ts";
import { assets } from "./node/podman.ts";
import { RealCluster } from "./node/real-cluster.ts";
import { causesShown } from "./verdict/causes.ts";
import { type RealVerdict, realVerdict } from "./verdict/real-verdict.ts";

const skipped = assets === undefined ? " (skipped: CAPSTAN_NODE_IMAGE_ASSETS is not set)" : "";
/** Machines that boot at a time: they wait more than they compute. */
const lanes = Number(process.env.CAPSTAN_CORPUS_LANES ?? "3");
const only = process.env.CAPSTAN_CORPUS_ONLY;
const cases = corpus.filter(({ name }) => only === undefined || new RegExp(only).test(name));

describe.skipIf(assets === undefined)(`a real Node${skipped}`, () => {
  const folder = assets ?? "";
  const verdicts = new Map(cases.map((one) => [one, Promise.withResolvers<RealVerdict>()]));
  let cluster: RealCluster | undefined;
  let working: Promise<unknown> = Promise.resolve();

  beforeAll(async () => {
    cluster = await RealCluster.start(folder);
    working = Promise.all(Array.from({ length: lanes }, judge));
  });

  afterAll(async () => {
    await working;
    await cluster?.[Symbol.asyncDispose]();
  });

  const waiting = [...verdicts];
  async function judge(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [one, { resolve, reject }] = next;
      if (cluster === undefined) throw new Error("unreachable");
      await realVerdict(folder, one, hostnameOf(one), 10 + corpus.indexOf(one), cluster).then(resolve, reject);
    }
  }

  test.each(cases)("judges $name as the mock does: $expected", async (one) => {
    const verdict = await verdicts.get(one)?.promise;
    if (verdict === undefined) throw new Error("unreachable");
    const shown = verdict.joins ? "" : verdict.output;
    expect(summary(one, verdict), shown).toBe(expectation(one));
  });
});

function expectation(one: CorpusCase): string {
  return one.expected === "joins" ? `joins as ${one.node ?? hostnameOf(one)}` : `does not join: ${one.expected}`;
}

/** The verdict in one line; of the causes that the machine's output can have, the expected one if it is among them. */
function summary({ expected }: CorpusCase, verdict: RealVerdict): string {
  if (verdict.joins) return `joins as ${verdict.node}`;
  if (verdict.refused !== undefined) return `does not join: ${verdict.refused}`;
  const shown = causesShown(verdict.output);
  const cause = shown.find((reason) => reason === expected) ?? shown[0] ?? "no known cause";
  return `does not join: ${cause}`;
}
