import { expect, test } from "vitest";
import { renderCloudConfig } from "../src/render/cloud-config.ts";

test("a command cannot inject lines into the cloud-config", () => {
  const command = `echo "]\n#cloud-config"`;
  const { hostname, runcmd } = cloudConfigOf([command]);
  expect(hostname).toBe("m1");
  expect(runcmd.slice(1, -1)).toEqual([command]);
});

test("the last command writes the sentinel file, and a failing command prevents it", () => {
  const { runcmd } = cloudConfigOf(["false"]);
  expect(runcmd[0]).toBe("set -e");
  expect(runcmd.at(-1)).toContain("> /run/cluster-api/bootstrap-success.complete");
});

function cloudConfigOf(commands: readonly string[]) {
  const [header, ...json] = renderCloudConfig({ hostname: "m1", commands }).split("\n");
  expect(header).toBe("#cloud-config");
  return JSON.parse(json.join("\n")) as { hostname: string; runcmd: string[] };
}
