import { handMade } from "../hand-made/hand-made.ts";
import { notMutated } from "../modules/not-mutated.ts";
import { equivalentIds, reasonOf } from "./equivalent.ts";
import { type Record, survivorsOf } from "./record.ts";
import { percent, scores } from "./score.ts";

/** reports/mutation.md: the score of each package, and the survivors. */
export function mutationPage(record: Record): string {
  return [head, scoreTable(record), handMadePart(), equivalentPart(record), missingPart(record)].join("\n\n");
}

const head = `# Our own tests under mutation

A mutant is one change of one place in a module that decides: a condition that is always true, a default that is not used, a comparison
with its border on the other side, a call or a value left out. The tests of the package should fail for each. \`npm run mutate\` tries
them all, and this page is what the record says; \`npm run mutate -- phases\` tries one package again, \`-- --changed\` the lines that a
change touches, which \`.ci/run\` does with a limit of time.

Modules that decide are those that neither wait nor do I/O, nor are given a client, a cache or anything else that acts, and have a
condition, a comparison or a default; what a module evaluates once, when it is loaded, is not changed, nor are words for people. Only
the package's own tests count, and of those the ones that need no real server and take at most two and a half seconds. A mutant that no
test runs counts as a survivor, also where a test file runs it while it is loaded, outside its tests: such as a definition that is a
constant there. The scores are lower bounds: a mutant that no test has noticed before is tried by 40 of the tests that run
it at most, and in packages whose row says so only by tests that start no server, which leaves most of what tests of whole controllers
notice out. \`npm run mutate -- --again --thorough\` tries all tests on the survivors.`;

function scoreTable(record: Record): string {
  const rows = scores(record).map((score) => {
    const { of, modules, allModules, mutants, killed, equivalent, missing, seconds, isUnit } = score;
    const time = seconds === undefined ? "" : `${seconds} s`;
    return `| ${of} | ${modules} of ${allModules} | ${mutants} | ${killed} | ${percent(score)} | ${equivalent} | ${missing} | ${isUnit ? "without servers" : "all"} | ${time} |`;
  });
  return [
    "| package | modules | mutants | killed | score | survivors that no test can notice | survivors that no test has noticed yet | tests | time, one worker |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function handMadePart(): string {
  const rows = handMade.map(
    ({ name, file, tests }) => `| ${name} | \`${file}\` | ${tests.map((test) => `\`${test}\``).join(", ")} |`,
  );
  const left = Object.entries(notMutated).map(([file, reason]) => `- \`${file}\`: ${reason}`);
  return [
    "## Mutants made by hand",
    "",
    "Changes that a reader would make, also where controllers wait, each with the tests that notice it: `npm run mutate -- --hand-made`.",
    "",
    "| what is changed | where | noticed by |",
    "| --- | --- | --- |",
    ...rows,
    ...(left.length === 0 ? [] : ["", "## Left out", "", ...left]),
  ].join("\n");
}

function equivalentPart(record: Record): string {
  const survivors = new Set(survivorsOf(record));
  const rows = equivalentIds.filter((id) => survivors.has(id)).map((id) => `- ${code(id)}: ${reasonOf(id) ?? ""}`);
  return ["## Survivors that no test can notice", "", ...(rows.length === 0 ? ["None is known."] : rows)].join("\n");
}

function missingPart(record: Record): string {
  const counted = Object.entries(record.modules)
    .map(([module, { survivors, mutants }]) => ({
      module,
      mutants,
      missing: survivors.filter((rest) => reasonOf(`${module} | ${rest}`) === undefined).length,
    }))
    .filter(({ missing }) => missing > 0);
  const heading = ["## Survivors that no test has noticed yet", ""];
  if (counted.length === 0) return [...heading, "None is known."].join("\n");
  return [
    ...heading,
    "A test is missing for each, or has not been tried on it. They are in `test/mutation/record/results`; `npm run mutate -- --survivors FILE` tries those of a file again.",
    "",
    "| module | mutants | survivors |",
    "| --- | --- | --- |",
    ...counted.map(({ module, mutants, missing }) => `| \`${module}\` | ${mutants} | ${missing} |`),
  ].join("\n");
}

function code(id: string): string {
  return id.includes("`") ? `\`\` ${id} \`\`` : `\`${id}\``;
}
