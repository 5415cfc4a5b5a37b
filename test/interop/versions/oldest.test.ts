import { execFile } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = path.join(import.meta.dirname, "run.ts");
const core = process.env.CAPSTAN_OLDEST_CLUSTER_API_ASSETS ?? "";
const server = process.env.CAPSTAN_OLDEST_KUBERNETES_ASSETS ?? "";

test.skipIf(core === "" || server === "")(
  "under the oldest supported core and Kubernetes, a provider that declares both contracts is upgraded, moved and deleted",
  async () => {
    const versions = ["--cluster-api", `oldest=${core}`, "--kubernetes", `oldest=${server}`, "--declares", "both"];
    const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=source", run, ...versions]);
    expect(stdout).toMatch(/^\| oldest +\| oldest +\| \d+ s +\|/m);
  },
);
