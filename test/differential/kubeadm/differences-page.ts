import { allCases } from "./cases/all-cases.ts";
import { cloudInitInstallation } from "./checks/cloud-init-schema.ts";
import { type Difference, type DifferenceId, differences } from "./expected/differences.ts";
import { allSequences } from "./sequences/all-sequences.ts";
import { everywhere } from "./sequences/everywhere.ts";

const cases = allCases();

/** Who shows a difference: cases, sequences, or a test; none if the list is empty. */
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
    "# What differs from the Go kubeadm bootstrap provider",
    "",
    "`npm run docs -- kubeadm` writes this page from the list that the comparison is held to, `npm run compare -- kubeadm`: it has",
    "the Go kubeadm bootstrap manager of Cluster API and `@capstan/bootstrap-kubeadm` make the bootstrap data of the same objects on",
    "the same API server, compares documents as they are parsed and scripts byte by byte, and plays sequences of events to both. What",
    "differs without being listed here fails it, and so does what is listed and no longer differs. It needs `KUBEBUILDER_ASSETS` and",
    "`CAPSTAN_CLUSTER_API_ASSETS` ([reference builds](../test/README.md#reference-builds)).",
    ...areas.flatMap((area) => [
      "",
      `## Differences: ${area}`,
      "",
      "| the Go provider | ours | why | shown by |",
      "| --- | --- | --- | --- |",
      ...entries
        .filter(([, difference]) => difference.area === area)
        .map(([id, { go, ours, why }]) => `| ${[go, ours, why, someOf(shownBy(id))].join(" | ")} |`),
    ]),
    "",
    "## What cloud-init and kubeadm say",
    "",
    "The comparison also gives every cloud-config to `cloud-init schema`, rendered with instance data as cloud-init does at boot, and",
    "the kubeadm documents in all data to `kubeadm config validate`. For the first, cloud-init has to be installed, on Debian by",
    "",
    "```sh",
    cloudInitInstallation,
    "```",
    "",
    "and is otherwise skipped, which the output says. As they are, with `## template: jinja` before `#cloud-config`, cloud-init 22.4",
    "refuses the documents of both. Rendered, it accepts all of ours but for these, and so does kubeadm; they refuse the Go",
    "provider's likewise:",
    "",
    "| who | why | cases |",
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
