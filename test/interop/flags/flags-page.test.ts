import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { format, resolveConfig } from "prettier";
import { expect, test } from "vitest";
import { missing, otherDefaults, own } from "./differences.ts";
import type { Flag, Flags } from "./help.ts";
import { helpOfOurs, type Program } from "./own-help.ts";

const page = path.resolve(import.meta.dirname, "../../../docs/flags.md");
const programs: readonly Program[] = [
  "capstan-core",
  "capstan-bootstrap-kubeadm",
  "capstan-infrastructure-docker",
  "capstan-infrastructure-mock",
];

function code(text: string): string {
  return text === "" ? "" : `\`${text}\``;
}

function tableOf(flags: Flags, names: readonly string[]): string {
  const rows = names.map((name) => {
    const { initial = "", description = "" } = flags.get(name) ?? {};
    return `| \`--${name}\` | ${code(initial)} | ${description.replaceAll("|", "\\|")} |`;
  });
  return ["| flag | default | description |", "| --- | --- | --- |", ...rows].join("\n");
}

function pageOf(all: ReadonlyMap<Program, Flags>): string {
  const [first = new Map<string, Flag>()]: readonly Flags[] = [...all.values()];
  const common = [...first.keys()].filter((name) => [...all.values()].every((flags) => flags.has(name)));
  const ofOne = [...all].map(
    ([name, flags]) =>
      `### ${name}\n\n${tableOf(
        flags,
        [...flags.keys()].filter((flag) => !common.includes(flag)),
      )}`,
  );
  return `# Flags

The flags of the managers. Names, defaults and meanings are those of Cluster API's managers: \`npx vitest run test/interop/flags\` compares
them with the Go core manager and the Go kubeadm bootstrap manager. Write durations as in Go: \`60s\`, \`10m\`, \`1h30m\`. A switch accepts a
value: \`--leader-elect=false\`. \`npm run docs -- rules\` generates this page from the \`--help\` output of the managers.

A provider has a flag \`--<kind>-concurrency\` for each of its kinds. Its default is 10 unless the reconciler sets another.

With \`--install\`, the servers of \`--health-addr\` and \`--diagnostics-address\` are off unless you set an address, so that several managers
can run on one machine.

The manager reads the files that its kubeconfig names (\`tokenFile\`, \`client-certificate\`, \`client-key\`, \`certificate-authority\`) and calls
its plugins again after a minute, and when the server responds 401. It uses inline credentials (\`token\`, \`client-certificate-data\`) until
it restarts, as the Go managers do.

## Flags of every manager

${tableOf(first, common)}

## Flags of one manager

${ofOne.join("\n\n")}

## Flags that only the Go managers have

| flag | why |
| --- | --- |
${Object.entries(missing)
  .map(([flag, why]) => `| \`--${flag}\` | ${why} |`)
  .join("\n")}

## Flags with another default

| flag | Go | Capstan | why |
| --- | --- | --- | --- |
${Object.entries(otherDefaults)
  .map(([flag, { theirs, ours, why }]) => `| \`--${flag}\` | ${code(theirs)} | ${code(ours)} | ${why} |`)
  .join("\n")}

## Flags that only Capstan has

| flag | why |
| --- | --- |
${Object.entries(own)
  .map(([flag, why]) => `| \`--${flag}\` | ${why} |`)
  .join("\n")}

Further differences:

- \`--namespace\` accepts several namespaces, and prefixes ([restriction.md](restriction.md)).
- \`--kube-api-qps\` counts the reads, watches and writes of a resource together. As in the Go managers, it counts neither the Lease nor
  reviews.
- \`--profiler-address\` must be a loopback address.
- \`--tls-cipher-suites\` has no suites with RC4 or 3DES, which OpenSSL removed.
- [metrics.md](metrics.md) describes \`--insecure-diagnostics\` and the paths of \`--diagnostics-address\`.
`;
}

test("the page of flags matches the help of the managers: `npm run docs -- rules` rewrites it", async () => {
  const helps = await Promise.all(programs.map(async (name) => [name, await helpOfOurs(name)] as const));
  const text = await format(pageOf(new Map(helps)), { ...(await resolveConfig(page)), filepath: page });
  if (process.env.CAPSTAN_WRITE_DOCS === "1") await writeFile(page, text);
  expect(readFileSync(page, "utf8")).toBe(text);
});
