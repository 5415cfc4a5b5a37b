import { expect, test } from "vitest";
import { corpus } from "./corpus/corpus.ts";
import { hostnameOf } from "./corpus/hostname.ts";
import { clusterKeys, type RenderedCluster } from "./corpus/render-case.ts";
import { factsOf } from "./corpus/facts.ts";
import { mockVerdict } from "./verdict/mock-verdict.ts";
import { verdictLine } from "./verdict/verdict.ts";

const keys = await clusterKeys();
const endpoint = "10.0.0.1:6443";
const cluster: RenderedCluster = {
  keys,
  endpoint,
  kubernetesVersion: "v1.36.0",
  facts: factsOf({ endpoint, certificateAuthority: keys.ca.certificate, takenName: "control-plane" }),
};

// The same table is held to real Nodes in real-nodes.test.ts.
test.each(corpus)("the mock judges $name: $expected", (one) => {
  const verdict = mockVerdict(one, hostnameOf(one), cluster);
  expect(verdictLine(verdict), verdict.joins ? "" : verdict.output).toBe(
    verdictLine(
      one.expected === "joins"
        ? { joins: true, node: one.node ?? hostnameOf(one) }
        : { joins: false, cause: one.expected, output: "" },
    ),
  );
});

test("the corpus has at least 40 cases, each with its own name", () => {
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
  expect(corpus.length).toBeGreaterThanOrEqual(40);
});
