import { type KnipConfig } from "knip";
import { families } from "./build/commands/families/index.ts";

/** Programs of the top level that the families of scripts start. */
const startedPrograms = families
  .flatMap(({ members }) => members.flatMap(({ after = [], runs }) => [...after, runs]))
  .flatMap(({ sources }) => sources.filter((source) => /^(build|test)\/.*(?<!\.test)\.ts$/.test(source)));

// Files, exports and dependencies that nothing uses. What the packages export is held by
// test/publishing/public-names.test.ts.
export default {
  workspaces: {
    ".": {
      entry: [
        "test/**/*.test.ts",
        ...startedPrograms,
        // Started by a command line that a program makes.
        "test/hostile/api-server/serve.ts",
        "test/interop/processes/run-idle-core.ts",
        "test/interop/processes/faulty-cores/with-fault.ts",
        "test/load/machines/bench/embedded-server.ts",
        "test/load/leadership/parts/candidate.ts",
        "test/load/clients/measured/measured-process.ts",
        "test/load/clients/adapters/*.ts",
        "test/load/shares/parts/manager.ts",
        "test/docs/porting/ported-main.ts",
        "test/run/commands/{launched,member}.ts",
        // Run by hand, with the programs or sources of another version.
        "build/{component-flags,upstream-contract}.ts",
        // Started by .ci/run.
        "test/run/judge.ts",
        // Copied into a project of its own.
        "test/publishing/smoke/provider.ts",
        // Loaded by VitePress, which the program that builds the site starts.
        "build/site/config.ts",
        // Given to vitest by `npm run measure -- seeded-faults`.
        "test/contract/seeded-faults-reporter.ts",
        // Loaded by vitest in a run of mutants.
        "test/mutation/{trials,hand-made}/vitest.config.ts",
        "test/mutation/trials/mutation-runner.ts",
        // Loaded by vitest while something is broken.
        "test/coverage-breaks/{vitest.config,broken-reads}.ts",
        // Loaded by vitest where CAPSTAN_SECRET_GUARD is set.
        "test/run/secret-guard/setup.ts",
      ],
      project: ["build/**/*.ts", "lint/**/*.js", "test/**/*.ts"],
      // Run by test/publishing/check-packages.ts, by the names of their commands.
      ignoreDependencies: ["publint", "@arethetypeswrong/cli"],
      // Builds the peers of test/load/clients.
      ignoreBinaries: ["go"],
    },
    "packages/*": {
      entry: ["test/**/*.test.ts"],
      project: ["src/**/*.ts", "test/**/*.ts"],
    },
    // bin/program.js of kube imports the programs, by the package that they are of.
    "packages/bootstrap-kubeadm": {
      entry: ["src/main.ts", "test/**/*.test.ts"],
      project: ["src/**/*.ts", "test/**/*.ts"],
    },
    "packages/infrastructure-docker": {
      entry: ["src/main.ts", "test/**/*.test.ts"],
      project: ["src/**/*.ts", "test/**/*.ts"],
    },
    // npm run demo starts the command, and capstan dev the runner as a process of its own.
    "packages/cli": {
      // The page is bundled from its first file.
      // Command lines name the scenarios and explorations.
      entry: [
        "src/{main,dev/runner}.ts",
        "page/main.tsx",
        "test/**/*.test.ts",
        "test/{explore/explorations,perturb/scenarios}.ts",
      ],
      project: ["src/**/*.ts", "page/**/*.{ts,tsx}", "test/**/*.ts"],
    },
    "packages/core-controllers": {
      entry: ["src/main.ts", "test/**/*.test.ts"],
      project: ["src/**/*.ts", "test/**/*.ts"],
    },
    "packages/create-capstan-provider": {
      // Given to the vitest that runs in a generated project.
      entry: ["src/main.ts", "test/**/*.test.ts", "test/vitest.generated.config.ts"],
      project: ["src/**/*.ts", "test/**/*.ts"],
    },
    "packages/harness": {
      project: ["src/**/*.ts"],
    },
    "packages/provider": {
      // The program that test/run-provider.test.ts starts.
      entry: ["test/**/*.test.ts", "test/shortest-provider.ts"],
      project: ["src/**/*.ts", "test/**/*.ts"],
    },
    "packages/testkit": {
      // Providers that tests start as processes.
      entry: [
        "test/**/*.test.ts",
        "test/conformance/external/deny-changes.ts",
        "test/conformance/external/run-raw-provider.ts",
        "test/conformance/external/run-raw-ip-pool.ts",
        "test/perturbation/process/run-box-manager.ts",
      ],
      project: ["src/**/*.ts", "test/**/*.ts"],
      // Optional: only projects that import the conformance suite need it, and they have it.
      ignoreDependencies: ["vitest"],
    },
    "examples/*": {
      entry: ["*.test.ts"],
      project: ["**/*.ts"],
    },
    "examples/infrastructure-autoscaling-group": {
      // `capstan generate --from` reads the definitions.
      entry: ["*.test.ts", "src/api/definitions.ts"],
      project: ["**/*.ts"],
    },
    "examples/infrastructure-rest-cloud": {
      // `capstan generate --from` reads the definitions.
      entry: ["*.test.ts", "src/api/definitions.ts"],
      project: ["**/*.ts"],
    },
  },
  // Programs of the machine, which tests start where they are there.
  ignoreBinaries: ["cloud-init", "script", "unshare", "openssl", "prlimit", "ldd", "podman"],
} satisfies KnipConfig;
