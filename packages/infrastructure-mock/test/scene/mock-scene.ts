import { MockCloud, MockClusterReconciler, MockMachineReconciler } from "@capstan/infrastructure-mock";
import { systemClock } from "@capstan/provider";
import { FakeClock, TestEnvironment } from "@capstan/testkit";
import { PlayedManagement } from "./played-management.ts";

const writing: readonly string[] = ["create", "update", "patch", "delete"];

/** The provider on a test environment, its cloud, and a core and a bootstrap provider that the test plays. */
export class MockScene extends PlayedManagement implements AsyncDisposable {
  readonly clock: FakeClock;
  readonly cloud: MockCloud;
  readonly #environment: TestEnvironment;

  private constructor(environment: TestEnvironment, cloud: MockCloud) {
    super(environment.client);
    this.clock = environment.clock;
    this.cloud = cloud;
    this.#environment = environment;
  }

  static async start(): Promise<MockScene> {
    const clock = new FakeClock({ startMs: systemClock.now() });
    const cloud = await MockCloud.open({ clock });
    try {
      const environment = await TestEnvironment.start({
        core: false,
        clock,
        reconcilers: [new MockClusterReconciler(cloud), new MockMachineReconciler(cloud)],
        idle: () => cloud.idle(),
      });
      return new MockScene(environment, cloud);
    } catch (error) {
      await cloud.close();
      throw error;
    }
  }

  override async settled(): Promise<void> {
    await this.#environment.settled();
  }

  /** The provider's writes to one object, such as "patch status". */
  writes(name: string): string[] {
    return this.#environment
      .requests()
      .filter((request) => request.name === name && writing.includes(request.verb))
      .map(({ verb, subresource }) => [verb, subresource].filter(Boolean).join(" "));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#environment[Symbol.asyncDispose]();
    await this.cloud.close();
  }
}
