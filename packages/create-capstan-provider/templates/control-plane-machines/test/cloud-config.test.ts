import { expect, test } from "vitest";
import { type MachineSetup, renderCloudConfig } from "../src/render/cloud-config.ts";

const setup: MachineSetup = {
  role: "Server",
  hostname: "m1",
  version: "v1.36.0",
  endpoint: "192.0.2.1:6443",
  certificate: "certificate\n",
  privateKey: "private key\n",
  arguments: [`--note="]\n#cloud-config"`],
};

test("a server joins the endpoint, and an argument cannot inject lines", () => {
  const { hostname, runcmd } = cloudConfigOf(setup);
  expect(hostname).toBe("m1");
  expect(runcmd[1]).toContain("--join=https://192.0.2.1:6443");
  expect(runcmd[1]?.at(-1)).toBe(setup.arguments[0]);
});

test("only the first server begins the cluster", () => {
  expect(cloudConfigOf({ ...setup, role: "FirstServer" }).runcmd[1]).toContain("--begin");
  expect(cloudConfigOf(setup).runcmd[1]).not.toContain("--begin");
});

test("a worker does not get the private key of the cluster", () => {
  expect(renderCloudConfig({ ...setup, role: "Agent" })).not.toContain("private key");
  expect(renderCloudConfig(setup)).toContain("private key");
});

test("the last command writes the sentinel file, and a failing command prevents it", () => {
  const { runcmd } = cloudConfigOf(setup);
  expect(runcmd[0]).toBe("set -e");
  expect(runcmd.at(-1)).toContain("> /run/cluster-api/bootstrap-success.complete");
});

function cloudConfigOf(machine: MachineSetup) {
  const [header, ...json] = renderCloudConfig(machine).split("\n");
  expect(header).toBe("#cloud-config");
  return JSON.parse(json.join("\n")) as { hostname: string; runcmd: (string | string[])[] };
}
