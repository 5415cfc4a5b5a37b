import { faultyComponents, titleOf as titleOfComponents } from "../../../packages/cli/test/check/faulty-components.ts";
import { faultyCRDs, titleOf as titleOfCRD } from "../../../packages/contract/test/rules/faulty-crds.ts";
import { faultyReleases, titleOf as titleOfRelease } from "../../../packages/contract/test/rules/faulty-releases.ts";
import { bootstrapConfig } from "../../../packages/testkit/src/conformance/cases/bootstrap-config.ts";
import { controlPlane } from "../../../packages/testkit/src/conformance/cases/control-plane.ts";
import { controlPlaneMachines } from "../../../packages/testkit/src/conformance/cases/control-plane-machines.ts";
import { everyKind } from "../../../packages/testkit/src/conformance/cases/every-kind.ts";
import { infraCluster } from "../../../packages/testkit/src/conformance/cases/infra-cluster.ts";
import { infraMachine } from "../../../packages/testkit/src/conformance/cases/infra-machine.ts";
import { infraMachinePool } from "../../../packages/testkit/src/conformance/cases/infra-machine-pool.ts";
import { allFaultyProviders } from "../../../packages/testkit/test/conformance/raw/all-faulty-providers.ts";
import { faults } from "../../../packages/provider/test/installed/faults.ts";
import { faultyIPPoolProviders, titleOfIPPool } from "../../../packages/testkit/test/conformance/raw/faulty-ip-pools.ts";
import { faultyExtensions, titleOf as titleOfExtension } from "../../../packages/runtime-extension/test/faulty-extensions.ts";
import { titleOf as titleOfProvider } from "../../../packages/testkit/test/conformance/raw/faulty-provider.ts";
import type { Coverage } from "./coverage.ts";

const crds = "packages/contract/test/rules/faulty-crds.test.ts";
const providers = "packages/testkit/test/conformance/faulty-providers.test.ts";
const extensions = "packages/runtime-extension/test/faulty-extensions.test.ts";
const ipPools = "packages/testkit/test/conformance/ip-pools.test.ts";

/** Kinds that the general rules are tested on, and the rule that requires them there. */
const generalRules = { FooControlPlane: "CP-001", FooMachinePool: "MP-001", FooIPPool: "IP-001" } as const;

/** The rules that seeded faults break: the tests and their titles are generated from these tables. */
export function seededCoverage(): readonly Coverage[] {
  return [...installedFaults(), ...staticFaults(), ...runningFaults(), ...suiteCases()];
}

/** The manager's findings in the CRDs of the server before it starts; rule "schema" is about the author's own fields. */
function installedFaults(): Coverage[] {
  return faults
    .filter(({ rule, impossible = false }) => rule !== "schema" && !impossible)
    .map(({ role, name, rule }) => ({
      rule,
      moment: "start-up",
      file: "packages/provider/test/installed/start-check.test.ts",
      test: `${role}: ${name} (${rule})`,
    }));
}

function staticFaults(): Coverage[] {
  const moment = "capstan check";
  return [
    ...faultyCRDs.flatMap((faulty) => {
      const test = titleOfCRD(faulty);
      const general = faulty.breaks[0].startsWith("AR-") ? Object.entries(generalRules) : [];
      const standIns = general.filter(([kind]) => kind === faulty.kind).map(([, rule]) => rule);
      return [...faulty.breaks, ...standIns].map((rule) => ({ rule, moment, file: crds, test }) as const);
    }),
    ...faultyComponents.flatMap((faulty) => {
      const file = "packages/cli/test/check/faulty-components.test.ts";
      return faulty.breaks.map((rule) => ({ rule, moment, file, test: titleOfComponents(faulty) }) as const);
    }),
    ...faultyReleases.flatMap((faulty) => {
      const file = "packages/contract/test/rules/artifacts.test.ts";
      return faulty.breaks.map((rule) => ({ rule, moment, file, test: titleOfRelease(faulty) }) as const);
    }),
  ];
}

function runningFaults(): Coverage[] {
  const moment = "conformance suite";
  return [
    ...allFaultyProviders.map((faulty) => {
      return { rule: faulty.breaks, moment, file: providers, test: titleOfProvider(faulty) } as const;
    }),
    ...faultyIPPoolProviders.map((faulty) => {
      return { rule: faulty.breaks, moment, file: ipPools, test: titleOfIPPool(faulty) } as const;
    }),
    ...faultyExtensions.map((faulty) => {
      return { rule: faulty.breaks, moment, file: extensions, test: titleOfExtension(faulty) } as const;
    }),
  ];
}

/** Rules that the suite observes although no fault is seeded for them. */
function suiteCases(): Coverage[] {
  return Object.entries(caseFiles).flatMap(([name, cases]) =>
    cases.flatMap(({ rules, sentence }) =>
      rules.map((rule) => ({
        rule,
        moment: "conformance suite" as const,
        file: `packages/testkit/src/conformance/cases/${name}`,
        test: sentence,
      })),
    ),
  );
}

const caseFiles = {
  "bootstrap-config.ts": bootstrapConfig,
  "infra-machine.ts": infraMachine,
  "infra-cluster.ts": infraCluster,
  "infra-machine-pool.ts": infraMachinePool,
  "control-plane.ts": controlPlane,
  "control-plane-machines.ts": controlPlaneMachines,
  "every-kind.ts": everyKind,
};
