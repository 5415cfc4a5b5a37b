import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { jsonEqual } from "@capstan/kube";
import { RealApiServer } from "@capstan/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JudgingServer } from "../servers/judging-server.ts";
import { defineSite, siteObject, sitePath } from "./define-site.ts";
import { ruleSites } from "./rule-sites.ts";
import { siteValue } from "./site-values.ts";

/** `CAPSTAN_RULES=5000` sets the number of pairs of objects. */
const count = Number(process.env.CAPSTAN_RULES ?? 300);
const seed = Number(process.env.CAPSTAN_RULES_SEED ?? 20_261_123);

const { KUBEBUILDER_ASSETS: assets = "", CAPSTAN_CLUSTER_API_ASSETS: reference = "" } = process.env;
const bundles = process.env.CAPSTAN_PROVIDER_BUNDLES;

/** The rules in the definitions of Cluster API, and in providers' bundles if the folder is set. */
describe.runIf(assets !== "" && reference !== "")("rules of real definitions", () => {
  test("objects are accepted and refused as by kube-apiserver, with the same messages", async () => {
    const sites = ruleSites([path.join(reference, "crds"), ...(bundles === undefined ? [] : [bundles])]);
    await using embedded = await ApiServer.start();
    await using real = await RealApiServer.start();
    using first = new JudgingServer(embedded.kubeconfig);
    using second = new JudgingServer(real.kubeconfig);
    const servers = [first, second] as const;
    const tally = { accepted: 0, refused: 0, replaced: 0 };
    const differences: object[] = [];
    expect(sites).not.toEqual([]);
    for (const [index, site] of sites.entries()) {
      const defined = await Promise.all(servers.map((server) => defineSite(server, site, index)));
      expect(defined[0]?.problems, site.name).toEqual(defined[1]?.problems);
      const share = Math.ceil(count / sites.length);
      for (const [value, next] of fc.sample(fc.tuple(siteValue(site), siteValue(site)), { numRuns: share, seed })) {
        const objects = [siteObject(index, value), siteObject(index, next)] as const;
        const [ours, theirs] = await Promise.all(servers.map((server) => server.judge(sitePath(index), ...objects)));
        tally[theirs?.[0]?.status === 201 ? "accepted" : "refused"] += 1;
        if (theirs?.[1]?.status === 200) tally.replaced += 1;
        if (!jsonEqual(ours, theirs)) differences.push({ site: site.name, value, next, ours, theirs });
      }
    }
    process.stdout.write(
      `${sites.length} schemas with rules: ${tally.accepted} objects accepted, ${tally.refused} refused, ` +
        `${tally.replaced} replaced by another; ${differences.length} differences\n`,
    );
    expect(differences).toEqual([]);
  });
});
