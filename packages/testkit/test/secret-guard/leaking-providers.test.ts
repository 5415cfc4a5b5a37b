import {
  type BootstrapOutcome,
  BootstrapConfigReconciler,
  defineBootstrapConfig,
  outcome,
  Type,
} from "@capstan/provider";
import { type Logger, Secret } from "@capstan/runtime";
import {
  createLogger,
  MockMachine,
  SecretLeakError,
  TestEnvironment,
  type TestEnvironmentOptions,
} from "@capstan/testkit";
import { describe, expect, test } from "vitest";

const LeakyConfig = defineBootstrapConfig({
  kind: "LeakyConfig",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

const password = "correct-horse-battery";

type Tell = (scope: LeakyReconciler["Scope"]) => BootstrapOutcome | undefined;

/** A bootstrap provider that may leak a secret. */
class LeakyReconciler extends BootstrapConfigReconciler<typeof LeakyConfig> {
  readonly definition = LeakyConfig;
  readonly #tell: Tell;

  constructor(tell: Tell) {
    super();
    this.#tell = tell;
  }

  reconcileBootstrap(scope: this["Scope"]): BootstrapOutcome {
    return this.#tell(scope) ?? outcome.data("#cloud-config");
  }
}

/** Runs the provider for one machine, until the environment is disposed; the password is in a Secret. */
async function run(tell: Tell, options: TestEnvironmentOptions = {}): Promise<void> {
  await using env = await TestEnvironment.start({
    reconcilers: [new LeakyReconciler(tell)],
    crds: MockMachine.crds,
    ...options,
  });
  await env.client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { namespace: "default", name: "cloud" },
    data: { password: Buffer.from(password).toString("base64") },
  });
  await env.createMachine({ infrastructure: MockMachine, bootstrap: LeakyConfig });
  await env.settled();
}

/** Logs, and generates the data. */
function logging(log: (logger: Logger) => void): Tell {
  return ({ logger }) => {
    log(logger);
    return undefined;
  };
}
const tellInCondition: Tell = () => outcome.failed("WrongPassword", `${password} is too simple`);
const tellInError: Tell = () => {
  throw new Error(`no such user: ${password}`);
};

// The leaks are intended, and a run of all tests would report them, too.
describe.skipIf(process.env.CAPSTAN_SECRET_GUARD !== undefined)(
  "a test environment fails if its provider leaks a secret",
  () => {
    test.each<[where: string, tell: Tell, message: RegExp]>([
      [
        "a log line that nothing sees",
        logging((logger) => {
          logger.debug("Made", { data: { password } });
        }),
        /log \(Made\): \.data\.password/,
      ],
      [
        "the fields of a logger",
        logging((logger) => {
          logger.with({ password }).debug("Made");
        }),
        /in log: \.password/,
      ],
      ["a condition", tellInCondition, /patch LeakyConfig\/\S+ by provider: \.status\.conditions/],
      ["an error that is logged", tellInError, /log \(.*\): \.error\.(?:message|stack)/],
      ["an Event", tellInError, /create Event\/\S+ by provider: \.(?:message|note)/],
    ])("in %s", async (_where, tell, message) => {
      const expectedErrors = tell === tellInError ? ["no such user"] : [];
      const reported = await run(tell, { expectedErrors }).then(
        () => "nothing was found",
        (error: unknown) => error,
      );
      expect(reported).toBeInstanceOf(SecretLeakError);
      expect((reported as Error).message).toMatch(message);
      expect((reported as Error).message).toContain("Secret default/cloud, key password");
      expect((reported as Error).message).not.toContain(password);
    });

    test("unless the check is disabled", async () => {
      await expect(run(tellInCondition, { secretGuard: false })).resolves.toBeUndefined();
    });
  },
);

test("a test environment passes a provider that leaks nothing, and shows its log on request", async () => {
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => void lines.push(line) });
  await run(
    logging((own) => {
      own.info("Made the data", { bytes: 13 });
    }),
    { logger },
  );
  expect(lines.join("")).toMatch(/INFO +Made the data .*bytes=13/);
});
