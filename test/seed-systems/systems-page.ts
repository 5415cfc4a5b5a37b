import type { SystemCoverage } from "./system-coverage.ts";
import { type System, systemGroups } from "./systems.ts";

/** A system with the tests that show it. */
export interface CoveredSystem extends System {
  readonly tests: readonly SystemCoverage[];
}

/** What is missing for a system to count as shown; `undefined`: nothing. */
export function missingFor({ shown, tests }: CoveredSystem): string | undefined {
  if (tests.length === 0) return "no test names it";
  const servers = new Set(tests.flatMap((test) => test.servers));
  if (shown === "servers" && !servers.has("embedded")) return "no test on the embedded server";
  if ((shown === "servers" || shown === "real server") && !servers.has("real")) return "no test on the real server";
  return undefined;
}

/** The page docs/seed-systems.md. */
export function systemsPage(coverage: readonly SystemCoverage[]): string {
  const sections = systemGroups.flatMap(({ title, systems }) => [
    `## ${title}`,
    "",
    "<!-- prettier-ignore-start -->",
    "",
    "| no. | system, feature or behaviour | shown on | by the test |",
    "| --- | --- | --- | --- |",
    ...systems.map((system) => row({ ...system, tests: coverage.filter((test) => test.system === system.id) })),
    "",
    "<!-- prettier-ignore-end -->",
    "",
  ]);
  return [introduction, ...sections].join("\n").replace(/\n+$/, "\n");
}

const introduction = `# What the seeds name, and the tests that show it

Everything that the proposal "Machine states and preboot bootstrapping" and the bootstrap provider specification name, with the
tests whose titles carry its number. Written by \`npm run docs:rules\`; a test fails when the page is not as the titles are, and
for a row that no test shows.

- **embedded, real**: API servers that the tests run on. Those on the real one run where \`KUBEBUILDER_ASSETS\` is set, those beside
  the Go programs of Cluster API where \`CAPSTAN_CLUSTER_API_ASSETS\` is.
- **no server**: a decision, a rendering or the shape of the code, for which no server is needed.
- **documentation**: what is told rather than done; the test reads the page.
- **real**, alone: the embedded server has no RBAC, and the Go programs run on a real one only.
`;

function row({ id, title, shown, tests }: CoveredSystem): string {
  const servers = [...new Set(tests.flatMap((test) => test.servers))].toSorted();
  const place = servers.length > 0 && shown !== "documentation" ? servers.join(", ") : shown;
  const distinct = [...new Map(tests.map((test) => [`${test.file} ${test.test}`, test])).values()];
  const shownBy = distinct.map(({ file, test }) => `[${nameOf(file)}](../${file}) ${code(test)}`);
  return `| ${[id, escape(title), place, shownBy.join("<br>") || "–"].join(" | ")} |`;
}

function nameOf(file: string): string {
  return file.split("/").at(-1) ?? file;
}

function code(text: string): string {
  const safe = text.replaceAll("|", String.raw`\|`).replaceAll(/\s+/g, " ");
  return safe.includes("`") ? `\`\` ${safe} \`\`` : `\`${safe}\``;
}

function escape(text: string): string {
  return text.replaceAll(/[<*_|]/g, String.raw`\$&`);
}
