import { allCases } from "./cases/all-cases.ts";
import { cloudInitInstallation } from "./checks/cloud-init-schema.ts";
import { type Difference, type DifferenceId, differences } from "./expected/differences.ts";
import { allSequences } from "./sequences/all-sequences.ts";
import { everywhere } from "./sequences/everywhere.ts";

const cases = allCases();

/** The evidence for a difference: cases, sequences, or a test; an empty list if there is none. */
export function shownBy(id: DifferenceId): string[] {
  const difference: Difference = differences[id];
  return [
    ...cases.filter((one) => one.difference === id).map(({ name }) => name),
    ...allSequences.filter(({ expected = [] }) => expected.some((one) => one.id === id)).map(({ name }) => name),
    ...(everywhere.some((one) => one.id === id) ? ["every sequence"] : []),
    ...(difference.shownBy === undefined ? [] : [difference.shownBy]),
  ];
}

const areas = ["cloud-config", "Ignition", "kubeadm", "certificates", "tokens", "lock", "objects"] as const;

/** The page docs/kubeadm-differences.md. */
export function differencesPage(): string {
  const entries = Object.entries(differences) as [DifferenceId, Difference][];
  return `${[
    "# Differences from the Go kubeadm bootstrap provider",
    "",
    "All known differences between the Go kubeadm bootstrap manager of Cluster API and `@capstan/bootstrap-kubeadm`.",
    "`npm run compare -- kubeadm` runs both on the same API server and the same objects. It compares the parsed documents of the bootstrap",
    "data, compares its scripts byte by byte, and plays the same sequences of events to both. The comparison fails on a difference that is",
    "not listed here, and on a listed difference that no longer exists. It needs `KUBEBUILDER_ASSETS` and `CAPSTAN_CLUSTER_API_ASSETS`",
    "([reference builds](../test/README.md#reference-builds)). `npm run docs -- kubeadm` writes this page.",
    ...areas.flatMap((area) => [
      "",
      `## Differences: ${area}`,
      "",
      "| Go | Capstan | why | shown by |",
      "| --- | --- | --- | --- |",
      ...entries
        .filter(([, difference]) => difference.area === area)
        .map(([id, { go, ours, why }]) => `| ${[go, ours, why, someOf(shownBy(id))].join(" | ")} |`),
    ]),
    "",
    "## Data that cloud-init or kubeadm rejects",
    "",
    "The comparison also validates every cloud-config with `cloud-init schema`, after rendering it with instance data as cloud-init does",
    "at boot, and the kubeadm documents in all data with `kubeadm config validate`. The first needs cloud-init, on Debian:",
    "",
    "```sh",
    cloudInitInstallation,
    "```",
    "",
    "Without cloud-init, the comparison skips this check and prints that. Before rendering, with `## template: jinja` before",
    "`#cloud-config`, cloud-init 22.4 rejects the documents of both providers. After rendering, cloud-init and kubeadm accept all documents",
    "of Capstan except these; they also reject those of the Go provider:",
    "",
    "| rejected by | why | cases |",
    "| --- | --- | --- |",
    ...refusals().map(([who, why, names]) => `| ${who} | ${why} | ${someOf(names)} |`),
  ].join("\n")}\n`;
}

function refusals(): (readonly [string, string, string[]])[] {
  const by = (who: string, reasonOf: (one: (typeof cases)[number]) => string | undefined) => {
    const reasons = new Set(cases.map(reasonOf).filter((reason) => reason !== undefined));
    return [...reasons].map((reason) => {
      const names = cases.filter((one) => reasonOf(one) === reason).map(({ name }) => name);
      return [who, reason, names] as const;
    });
  };
  return [
    ...by("cloud-init", ({ refusedByCloudInit }) => refusedByCloudInit),
    ...by("kubeadm", ({ refusedByKubeadm }) => refusedByKubeadm),
  ];
}

function someOf(names: readonly string[]): string {
  const [first = "", ...others] = names;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
