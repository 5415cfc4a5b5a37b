import { expect, test } from "vitest";
import { renderCloudConfig } from "../src/render/cloud-config.ts";

test("a command cannot break out of its place", () => {
  const command = `echo "]\n#cloud-config"`;
  const [header, ...json] = renderCloudConfig({ hostname: "m1", commands: [command] }).split("\n");
  expect(header).toBe("#cloud-config");
  expect(JSON.parse(json.join("\n"))).toEqual({ hostname: "m1", runcmd: [command] });
});
