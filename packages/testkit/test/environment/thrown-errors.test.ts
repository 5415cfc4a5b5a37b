import { ConfigMap, TerminalError } from "@capstan/runtime";
import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
import { TestEnvironment, type TestEnvironmentOptions } from "@capstan/testkit";
import { describe, expect, test } from "vitest";

const BuggyMachine = defineInfraMachine({
  kind: "BuggyMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({ size: Type.Optional(Type.String()) }) } },
});

type Scope = InfraMachineReconciler<typeof BuggyMachine>["Scope"];
type Answer = (scope: Scope) => Promise<ReturnType<typeof outcome.pending>> | ReturnType<typeof outcome.provisioned>;

class BuggyReconciler extends InfraMachineReconciler<typeof BuggyMachine> {
  readonly definition = BuggyMachine;
  readonly #answer: Answer;

  constructor(answer: Answer) {
    super();
    this.#answer = answer;
  }

  async reconcileMachine(scope: this["Scope"]) {
    return this.#answer(scope);
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

/** The most common first mistake of an author: an object does not exist yet. */
function sizeOf(servers: readonly { readonly size: string }[]): string {
  return (servers[0] as { readonly size: string }).size;
}

const typeError: Answer = () => outcome.provisioned({ providerID: sizeOf([]) });
const thrown = (error: unknown): Answer => {
  return () => {
    throw error;
  };
};

interface Course {
  readonly answer: Answer;
  readonly options?: Omit<TestEnvironmentOptions, "reconcilers">;
  /** The steps of the author's test, in addition to creating the Machine. */
  readonly steps?: (env: TestEnvironment) => Promise<unknown>;
}

/** Runs an author's test and returns the error that ends it. */
async function endOf({ answer, options = {}, steps = (env) => env.settled() }: Course): Promise<unknown> {
  try {
    await using env = await TestEnvironment.start({
      core: false,
      ...options,
      reconcilers: [new BuggyReconciler(answer)],
    });
    await env.createMachine({ name: "m1", infrastructure: BuggyMachine, bootstrapData: "#cloud-config" });
    await steps(env);
    return undefined;
  } catch (error) {
    return error;
  }
}

const message = (error: unknown): string => (error as Error).message;

describe("an unexpected error of a reconciler fails the test", () => {
  const waits: readonly [string, (env: TestEnvironment) => Promise<unknown>][] = [
    ["settled()", (env) => env.settled()],
    ["until()", (env) => env.until("the Machine is there", () => false)],
    ["clock.advance()", (env) => env.clock.advance({ seconds: 1 })],
  ];
  test.each(waits)("at %s, with object, controller and the author's line; the cause is kept", async (_name, steps) => {
    const error = await endOf({ answer: typeError, steps });
    expect(error).toMatchObject({
      code: "ReconcilerThrew",
      controller: "buggymachine",
      object: { kind: "BuggyMachine", namespace: "default", name: "m1" },
      cause: expect.any(TypeError) as TypeError,
    });
    const [first, said, frame] = message(error).split("\n");
    expect(first).toBe(
      "Reconciling BuggyMachine default/m1, the controller buggymachine of the manager provider threw an error that this test does not expect:",
    );
    expect(said).toBe("  TypeError: Cannot read properties of undefined (reading 'size')");
    expect(frame).toMatch(/^ {4}at sizeOf \(.*thrown-errors\.test\.ts:\d+:\d+\)$/);
  });

  test("at once, while another reconcile hangs", async () => {
    const release = Promise.withResolvers<undefined>();
    const answer: Answer = async ({ object }) => {
      if (object.metadata.name === "m1") throw new TypeError("no such server");
      await release.promise;
      return outcome.pending("Starting");
    };
    const steps = async (env: TestEnvironment) => {
      await env.createMachine({ name: "m2", infrastructure: BuggyMachine, bootstrapData: "#cloud-config" });
      try {
        await env.settled();
      } finally {
        release.resolve(undefined);
      }
    };
    expect(await endOf({ answer, steps })).toMatchObject({ code: "ReconcilerThrew" });
  });

  test("when the environment is disposed, if no later wait reported it", async () => {
    const called = Promise.withResolvers<undefined>();
    const answer: Answer = ({ object }) => {
      setImmediate(() => {
        called.resolve(undefined);
      });
      return typeError({ object } as Scope);
    };
    const error = await endOf({ answer, steps: () => called.promise });
    expect(error).toMatchObject({ code: "ReconcilerThrew" });
  });

  test("again at each further wait, so that repeating a wait does not hide it; not once more on disposal", async () => {
    const ends: unknown[] = [];
    const steps = async (env: TestEnvironment) => {
      for (let wait = 0; wait < 2; wait += 1)
        await env.settled().catch((error: unknown) => {
          ends.push(error);
        });
    };
    expect(await endOf({ answer: typeError, steps })).toBeUndefined();
    expect(ends).toMatchObject([{ code: "ReconcilerThrew" }, { code: "ReconcilerThrew" }]);
  });

  test.each([
    ["a ReferenceError", new ReferenceError("cloud is not defined"), "ReferenceError: cloud is not defined"],
    ["a plain Error", new Error("the cloud answered 500"), "Error: the cloud answered 500"],
    ["what is not an Error", "a string", "not an Error but a string"],
  ])("%s", async (_name, error, said) => {
    expect(message(await endOf({ answer: thrown(error) }))).toContain(said);
  });

  test("for a result that breaks the contract", async () => {
    const error = await endOf({ answer: () => outcome.provisioned({ providerID: "" }) });
    expect(error).toMatchObject({ code: "ReconcilerThrew", cause: { code: "ContractViolated" } });
    expect(message(error)).toContain("IM-");
  });

  test("for a mutation of a cached object", async () => {
    const answer: Answer = ({ object }) => {
      (object.metadata as { name: string }).name = "m2";
      return outcome.pending("Starting") as never;
    };
    expect(message(await endOf({ answer }))).toContain("Cannot assign to read only property 'name'");
  });

  test("for a write that the API server rejects as invalid", async () => {
    const answer: Answer = async ({ client }) => {
      const metadata = { name: "No Name", namespace: "default" };
      await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata });
      return outcome.pending("Starting");
    };
    expect(message(await endOf({ answer }))).toContain('"No Name"');
  });
});

describe("a test continues", () => {
  test("after a TerminalError, with which the reconciler reports that it cannot continue", async () => {
    expect(await endOf({ answer: thrown(new TerminalError("the image does not exist")) })).toBeUndefined();
  });

  test("after the test itself refuses a write, with any error", async () => {
    const refuse = () => new Error("the API server is out of order");
    expect(
      await endOf({ answer: () => outcome.provisioned({ providerID: "buggy://1" }), options: { refuse } }),
    ).toBeUndefined();
  });

  test("after a request that the API server refuses", async () => {
    const answer: Answer = async ({ client }) => {
      await client.get(ConfigMap, { name: "m1", namespace: "default" });
      return outcome.pending("Starting");
    };
    const steps = (env: TestEnvironment) => env.settled();
    expect(await endOf({ answer, steps })).toBeUndefined();
  });

  test.each([
    ["a part of its message", "properties of undefined"],
    ["an expression", /reading '(size|name)'/],
    ["its class", TypeError],
  ])("after an error that the test expects, by %s", async (_name, expected) => {
    expect(await endOf({ answer: typeError, options: { expectedErrors: [expected] } })).toBeUndefined();
    const steps = async (env: TestEnvironment) => {
      env.expectError(expected);
      await env.settled();
    };
    expect(await endOf({ answer: () => typeError({} as Scope), steps })).toBeUndefined();
  });

  test.each([
    ["a part of another message", "properties of null"],
    ["another expression", /reading 'name'/],
    ["another class", RangeError],
  ])("not after an unexpected error: %s", async (_name, expected) => {
    const error = await endOf({ answer: typeError, options: { expectedErrors: [expected] } });
    expect(error).toMatchObject({ code: "ReconcilerThrew" });
  });

  test("if an error that it allows does not occur", async () => {
    const steps = (env: TestEnvironment) => {
      env.expectError(RangeError, { optional: true });
      return env.settled();
    };
    expect(await endOf({ answer: () => outcome.provisioned({ providerID: "buggy://1" }), steps })).toBeUndefined();
  });

  test("not if an error that it expects does not occur", async () => {
    const answer: Answer = () => outcome.provisioned({ providerID: "buggy://1" });
    const expectedErrors = ["no route", /quota/, RangeError];
    expect(await endOf({ answer, options: { expectedErrors } })).toMatchObject({
      code: "ExpectedErrorMissing",
      message:
        'No reconciler threw an error with "no route", nor an error that matches /quota/, nor a RangeError, which this test expects',
    });
  });
});
