import type { ServerName, SystemCoverage } from "./system-coverage.ts";
import { readRecord } from "../breaks/record.ts";
import { reasonUnbroken } from "../breaks/without-break.ts";
import { type System, systemGroups, systems } from "./systems.ts";

/** A system with the tests that show it. */
export interface CoveredSystem extends System {
  readonly tests: readonly SystemCoverage[];
}

const everyServer: readonly ServerName[] = ["embedded", "real"];

/** The servers on which a system is shown, by its tests. */
function serversOf({ tests }: Pick<CoveredSystem, "tests">): readonly ServerName[] {
  return everyServer.filter((server) => tests.some(({ servers }) => servers.includes(server)));
}

/** The problem with the evidence for a system; `undefined` if there is none. */
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
    "| no. | system, feature or behavior | tests with its number | fail when |",
    "| --- | --- | --- | --- |",
    ...systems.map((system) => row({ ...system, tests: coverage.filter((test) => test.system === system.id) })),
    "",
    "<!-- prettier-ignore-end -->",
    "",
  ]);
  return [introduction, counts(), ...sections].join("\n").replace(/\n+$/, "\n");
}

const introduction = `# What the proposal and the bootstrap provider specification require, and the tests that show it

Each row is a statement of the proposal "Machine States & Preboot Bootstrapping" or of the bootstrap provider specification. The titles of
the tests that show it carry its number. \`npm run docs -- rules\` writes this page.

- Tests run on the embedded API server, and at night on the real one, unless the row gives a reason after a colon. Tests on the real server
  need \`KUBEBUILDER_ASSETS\`, those alongside the Go programs of Cluster API need \`CAPSTAN_CLUSTER_API_ASSETS\`.
- **fail when**: a change of the sources or pages that contradicts the row and makes a test with its number fail, as
  \`npm run measure -- breaks\` tries it. In italics: why no change contradicts it.
`;

const record = readRecord();

function counts(): string {
  const broken = systems.filter(isBroken).length;
  return `${broken} of ${systems.length} rows are shown by what breaks them.\n`;
}

/** Whether a break of the system makes a test fail. */
export function isBroken({ id }: Pick<System, "id">): boolean {
  return record.some((tried) => tried.id === id);
}

/** The recorded breaks of the system. */
function breaksOf({ id }: CoveredSystem): string {
  if (!isBroken({ id })) return `_${escape(reasonUnbroken(id) ?? "nothing has been tried")}_`;
  return record
    .filter((each) => each.id === id)
    .map(({ break: name }) => escape(name))
    .join("<br>");
}

function row(system: CoveredSystem): string {
  const { id, title, tests, unlessBoth } = system;
  const files = [...new Set(tests.map(({ file }) => file))];
  const shownBy = files.map((file) => `[${nameOf(file)}](../${file})`).join("<br>") || "–";
  const servers = serversOf(system).join(", ") || "no server";
  const place = unlessBoth === undefined ? "" : `<br>${servers}: ${unlessBoth}`;
  return `| ${[id, escape(title), `${shownBy}${place}`, breaksOf(system)].join(" | ")} |`;
}

function nameOf(file: string): string {
  return file.split("/").at(-1) ?? file;
}

function escape(text: string): string {
  return text.replaceAll(/[<*_|]/g, String.raw`\$&`);
}
