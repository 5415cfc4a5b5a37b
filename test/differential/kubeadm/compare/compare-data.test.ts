import { expect, test } from "vitest";
import { compareData } from "./compare-data.ts";

const token = "abcde1.0123456789abcde1";

function cloudConfig({ owner = "root:root", token: given = token, command = "echo a", first = "/a" } = {}): string {
  return `## template: jinja
#cloud-config

write_files:
-   path: ${first}
    owner: ${owner}
    content: |
      #!/bin/sh
      echo b
-   path: /run/kubeadm/kubeadm-join-config.yaml
    content: |
      ---
      kind: JoinConfiguration
      discovery:
        bootstrapToken:
          token: ${given}
-   path: /run/cluster-api/placeholder
    content: whatever
runcmd:
  - ${command}
fs_setup:
`;
}

function compare(ours: string, go = cloudConfig()): string[] {
  return compareData({ format: "cloud-config", value: go }, { format: "cloud-config", value: ours });
}

test("equivalent data is equal: quotes, another token, an empty list for none, the placeholder's text", () => {
  const ours = cloudConfig({ owner: '"root:root"', token: "zzzzz9.9876543210zzzzz9" })
    .replace("fs_setup:", "fs_setup: []")
    .replace("whatever", "something else");
  expect(compare(ours)).toEqual([]);
});

test.each([
  ["a field of a file", cloudConfig({ owner: "root" }), /owner/],
  ["a path", cloudConfig({ first: "/b" }), /path/],
  ["a command", cloudConfig({ command: "echo  a" }), /runcmd\[0\]/],
  ["a script by a single space", cloudConfig().replace("echo b", "echo  b"), /content/],
  ["what is not a token where one should be", cloudConfig({ token: "abcdef" }), /token/],
  ["the header", cloudConfig().replace("## template: jinja\n", ""), /header/],
  ["the order of its keys", cloudConfig().replace(/runcmd:[^]*/, "fs_setup:\nruncmd:\n  - echo a\n"), /order/],
  ["an entry that is missing", cloudConfig().replace("fs_setup:\n", ""), /fs_setup|order/],
])("a difference in %s is detected", (_what, ours, where) => {
  const lines = compare(ours);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join("\n")).toMatch(where);
});

test("data that cannot be parsed is reported", () => {
  expect(compare("write_files: [")).toEqual([expect.stringContaining("our data is not readable")]);
});
