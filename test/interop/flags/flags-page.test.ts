import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { format, resolveConfig } from "prettier";
import { expect, test } from "vitest";
import { missing, otherDefaults, own } from "./differences.ts";
import type { Flag, Flags } from "./help.ts";
import { helpOfOurs, type Program } from "./own-help.ts";

const page = path.resolve(import.meta.dirname, "../../../docs/flags.md");
const programs: readonly Program[] = ["capstan-core", "capstan-bootstrap-kubeadm", "capstan-infrastructure-mock"];

function code(text: string): string {
  return text === "" ? "" : `\`${text}\``;
}

function tableOf(flags: Flags, names: readonly string[]): string {
  const rows = names.map((name) => {
    const { initial = "", description = "" } = flags.get(name) ?? {};
    return `| \`--${name}\` | ${code(initial)} | ${description.replaceAll("|", "\\|")} |`;
  });
  return ["| flag | default | what |", "| --- | --- | --- |", ...rows].join("\n");
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

Names, defaults and meanings are those of Cluster API's managers (\`npx vitest run test/interop/flags\` compares them with the Go core
manager and the Go kubeadm bootstrap manager); durations are written as in Go: \`60s\`, \`10m\`, \`1h30m\`. A switch may have a value:
\`--leader-elect=false\`. This page is made of what the managers print (\`npm run docs -- rules\`).

Every kind that a provider defines has a flag \`--<kind>-concurrency\`, 10 unless its reconciler sets another.

With \`--install\`, \`--health-addr\` and \`--diagnostics-address\` serve nothing unless they are set: managers that are started by hand run
next to each other on one machine.

Files that the kubeconfig of \`--kubeconfig\` names (\`tokenFile\`, \`client-certificate\`, \`client-key\`, \`certificate-authority\`) and its plugins
are asked again after a minute, and when the server answers 401. What it has itself (\`token\`, \`client-certificate-data\`) is used until the
manager is started again, as by the Go managers.

## Of every manager

${tableOf(first, common)}

## Of one of them

${ofOne.join("\n\n")}

## What Cluster API's managers have and ours have not

| flag | why |
| --- | --- |
${Object.entries(missing)
  .map(([flag, why]) => `| \`--${flag}\` | ${why} |`)
  .join("\n")}

## What has another default

| flag | theirs | ours | why |
| --- | --- | --- | --- |
${Object.entries(otherDefaults)
  .map(([flag, { theirs, ours, why }]) => `| \`--${flag}\` | ${code(theirs)} | ${code(ours)} | ${why} |`)
  .join("\n")}

## What only ours have

| flag | why |
| --- | --- |
${Object.entries(own)
  .map(([flag, why]) => `| \`--${flag}\` | ${why} |`)
  .join("\n")}

Further differences: \`--namespace\` takes several, and prefixes ([restriction.md](restriction.md)); \`--kube-api-qps\` counts reads,
watches and writes of a resource together, and as there neither the Lease nor reviews; \`--profiler-address\` is
refused unless it is of this machine; \`--tls-cipher-suites\` knows none with RC4 or 3DES, which OpenSSL no longer has;
\`--insecure-diagnostics\` and the paths of \`--diagnostics-address\` are in [metrics.md](metrics.md).
`;
}

test("the page of flags is what the managers print: `npm run docs -- rules` writes it again", async () => {
  const helps = await Promise.all(programs.map(async (name) => [name, await helpOfOurs(name)] as const));
  const text = await format(pageOf(new Map(helps)), { ...(await resolveConfig(page)), filepath: page });
  if (process.env.CAPSTAN_WRITE_DOCS === "1") await writeFile(page, text);
  expect(readFileSync(page, "utf8")).toBe(text);
});
