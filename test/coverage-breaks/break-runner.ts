import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { createVitest, type TestModule, type Vitest } from "vitest/node";
import { mutated } from "../mutation/hand-made/hand-made-mutant.ts";
import { type Break } from "../breaks/break.ts";
import { type Failure } from "../breaks/record.ts";
import { breakKey } from "./break-key.ts";
import { type Claim, fileOfTest, patternOf } from "./claims.ts";
import { type FailedTest, failuresAmong, hasWaitedInVain, withoutFailing } from "./failures.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** The variables that tests of a real server, and of the Go programs of Cluster API, read. */
const referenceBuilds = ["KUBEBUILDER_ASSETS", "CAPSTAN_CLUSTER_API_ASSETS"];

/** The results of the tests while a break was in place. */
interface Trial {
  readonly failures: readonly Failure[];
  /** The messages of failed tests and groups, including those that do not count. */
  readonly messages: readonly string[];
}

/** Runs tests with one break after the other, in one vitest that transforms only the files of a break again. */
export class BreakRunner implements AsyncDisposable {
  readonly #vitest: Vitest;
  readonly #claims: readonly Claim[];
  readonly #tried: { current: Break | undefined };
  readonly #environment = Object.fromEntries(referenceBuilds.map((name) => [name, process.env[name]]));

  private constructor(vitest: Vitest, claims: readonly Claim[], tried: { current: Break | undefined }) {
    this.#vitest = vitest;
    this.#claims = claims;
    this.#tried = tried;
  }

  static async start(claims: readonly Claim[]): Promise<BreakRunner> {
    const tried: { current: Break | undefined } = { current: undefined };
    const isBroken = (id: string) => tried.current !== undefined && id === path.join(root, tried.current.file);
    const config = path.join(import.meta.dirname, "vitest.config.ts");
    const vitest = await createVitest(
      { root, config, watch: false, reporters: [{}] },
      {
        plugins: [
          {
            name: "break",
            enforce: "pre",
            // The cache on disk does not have the break.
            configureVitest: ({ defineCacheKeyGenerator }) => {
              defineCacheKeyGenerator(({ id }) => (isBroken(id) ? false : undefined));
            },
            transform: (code, id) =>
              tried.current !== undefined && isBroken(id) ? mutated(tried.current, code) : undefined,
          },
        ],
      },
    );
    return new BreakRunner(vitest, claims, tried);
  }

  /** Runs the tests that claim the rows and rules of a break, with the break in place, and returns the failed tests. */
  async try(tried: Break): Promise<Trial> {
    // Throws if the sources have changed, which would otherwise look like a break that no test detects.
    mutated(tried, readFileSync(path.join(root, tried.file), "utf8"));
    const own = this.#claims.filter(({ id }) => tried.breaks.includes(id));
    const unclaimed = tried.breaks.filter((id) => !own.some((claim) => claim.id === id));
    if (unclaimed.length > 0) throw new Error(`${tried.name}: no test claims ${unclaimed.join(", ")}`);
    this.#useServers(own.every(({ isOnRealServerOnly }) => isOnRealServerOnly));
    this.#vitest.setGlobalTestNamePattern(new RegExp(own.map(patternOf).join("|")));
    const modules = await this.#runWith(tried, own);
    if (!modules.some(hasRun)) throw new Error(`${tried.name}: no test of ${tried.breaks.join(", ")} runs here`);
    const failed = modules.flatMap(failedTests);
    const unbroken = failed.some(hasWaitedInVain) ? await this.#run(own) : [];
    const byTheBreak = withoutFailing(failed, unbroken.flatMap(failedTests));
    return { failures: failuresAmong(byTheBreak, own), messages: modules.flatMap(messagesOf) };
  }

  async #runWith(tried: Break, claims: readonly Claim[]): Promise<readonly TestModule[]> {
    const file = path.join(root, tried.file);
    this.#tried.current = tried;
    this.#vitest.provide(breakKey, tried);
    this.#vitest.invalidateFile(file);
    try {
      return await this.#run(claims);
    } finally {
      this.#tried.current = undefined;
      this.#vitest.provide(breakKey, undefined);
      this.#vitest.invalidateFile(file);
    }
  }

  async #run(claims: readonly Claim[]): Promise<readonly TestModule[]> {
    const project = this.#vitest.getRootProject();
    const files = [...new Set(claims.map(fileOfTest))];
    const specifications = files.map((file) => project.createSpecification(path.join(root, file)));
    const { testModules } = await this.#vitest.runTestSpecifications(specifications);
    // The results include those of earlier runs.
    return testModules.filter(({ relativeModuleId }) => files.includes(relativeModuleId));
  }

  /** Where the embedded server suffices, no test starts a real server or a Go manager. */
  #useServers(real: boolean): void {
    for (const name of referenceBuilds) {
      const value = real ? this.#environment[name] : undefined;
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#vitest.close();
  }
}

function hasRun(module: TestModule): boolean {
  return (
    module.state() === "failed" || [...module.children.allTests()].some((test) => test.result().state !== "skipped")
  );
}

function failedTests({ children, relativeModuleId }: TestModule): FailedTest[] {
  return [...children.allTests("failed")].map((test) => ({
    file: relativeModuleId,
    title: test.name,
    // In the form that vitest matches with a pattern: with spaces.
    fullName: test.fullName.replaceAll(" > ", " "),
    messages: (test.result().errors ?? []).map(({ message }) => message),
  }));
}

function messagesOf(module: TestModule): string[] {
  const groups = [module, ...module.children.allSuites()].flatMap((group) => group.errors());
  const tests = [...module.children.allTests("failed")].flatMap((test) => test.result().errors ?? []);
  return [...groups, ...tests].map(({ message }) => message);
}
