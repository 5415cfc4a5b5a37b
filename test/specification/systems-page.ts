import type { ServerName, SystemCoverage } from "./system-coverage.ts";
import { readRecord } from "../breaks/record.ts";
import { reasonUnbroken } from "../breaks/without-break.ts";
import { type System, systemGroups, systems } from "./systems.ts";

/** A system with the tests that show it. */
export interface CoveredSystem extends System {
  readonly tests: readonly SystemCoverage[];
}

const everyServer: readonly ServerName[] = ["embedded", "real"];

/** The servers on which a system is shown, by the tests there are. */
function serversOf({ tests }: Pick<CoveredSystem, "tests">): readonly ServerName[] {
  return everyServer.filter((server) => tests.some(({ servers }) => servers.includes(server)));
}

/** What is wrong with how a system is shown; `undefined`: nothing. */
export function missingFor(system: CoveredSystem): string | undefined {
  const { tests, unlessBoth } = system;
  if (tests.length === 0) return "no test names it";
  const servers = serversOf(system);
  const missing = everyServer.filter((server) => !servers.includes(server));
  if (missing.length === 0 && unlessBoth !== undefined) return `shown on both servers, in spite of "${unlessBoth}"`;
  if (missing.length === 0 || unlessBoth !== undefined) return undefined;
  return `no test on the ${missing.join(", nor on the ")} server, and no reason why not`;
}

/** The page docs/specification.md. */
export function systemsPage(coverage: readonly SystemCoverage[]): string {
  const sections = systemGroups.flatMap(({ title, systems }) => [
    `## ${title}`,
    "",
    "<!-- prettier-ignore-start -->",
    "",
    "| no. | system, feature or behavior | shown on | by the test | which fails when |",
    "| --- | --- | --- | --- | --- |",
    ...systems.map((system) => row({ ...system, tests: coverage.filter((test) => test.system === system.id) })),
    "",
    "<!-- prettier-ignore-end -->",
    "",
  ]);
  return [introduction, counts(), ...sections].join("\n").replace(/\n+$/, "\n");
}

const introduction = `# What the proposal and the bootstrap provider specification name, and the tests that show it

Everything that the proposal "Machine States & Preboot Bootstrapping" and the bootstrap provider specification name, with the tests
whose titles carry its number. Written by \`npm run docs -- rules\`; a test fails when the page is not as the titles are, for a
row that no test shows, for one that nothing breaks without a reason, and for one that is not shown on both API servers without a
reason, or in spite of one.

- **embedded, real**: the API servers that the tests run on, read from their code: from the list of servers that a group of tests
  runs through, from what it needs to run, and from what each test uses. Those on the real one run where \`KUBEBUILDER_ASSETS\` is
  set, those next to the Go programs of Cluster API where \`CAPSTAN_CLUSTER_API_ASSETS\` is.
- After a colon: why it is not shown on both.
- **which fails when**: a change of the sources or pages with which the row does not hold, and the test that fails then, if that is one
  of several; as \`npm run measure -- breaks\` has tried it. In italics: why nothing breaks the row.
`;

const record = readRecord();

function counts(): string {
  const broken = systems.filter(isBroken).length;
  return `${broken} of ${systems.length} rows are shown by what breaks them.\n`;
}

/** Whether something with which a system does not hold makes a test fail. */
export function isBroken({ id }: Pick<System, "id">): boolean {
  return record.some((tried) => tried.id === id);
}

/** The changes with which a system does not hold, each with the test that fails if there are several. */
function breaksOf({ id, tests }: CoveredSystem): string {
  if (!isBroken({ id })) return `_${escape(reasonUnbroken(id) ?? "nothing has been tried")}_`;
  const tried = record.filter((each) => each.id === id);
  const isOne = new Set(tests.map(({ test }) => test)).size === 1;
  const lines = tried.map(({ break: name, file, test }) =>
    isOne ? escape(name) : `${escape(name)}: [${nameOf(file)}](../${file}) ${code(test)}`,
  );
  return lines.join("<br>");
}

function row(system: CoveredSystem): string {
  const { id, title, tests, unlessBoth } = system;
  const servers = serversOf(system).join(", ") || "no server";
  const place = unlessBoth === undefined ? servers : `${servers}: ${unlessBoth}`;
  const distinct = [...new Map(tests.map((test) => [`${test.file} ${test.test}`, test])).values()];
  const shownBy = distinct.map(({ file, test }) => `[${nameOf(file)}](../${file}) ${code(test)}`);
  return `| ${[id, escape(title), place, shownBy.join("<br>") || "–", breaksOf(system)].join(" | ")} |`;
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
