import type { Clock, Logger } from "@capstan/provider";
import type { CloudChange, Instance, InstanceRequest, LoadBalancerRequest } from "./cloud-objects.ts";
import type { DurationRange } from "./duration.ts";

export interface MockCloudOptions {
  readonly clock: Clock;
  /** Where the cloud is kept, so that it outlives the process. Default: in memory only. Holds secrets. */
  readonly stateDirectory?: string;
  /** For machines that do not say. Default: 200 to 800 ms. */
  readonly bootDuration?: DurationRange;
  readonly logger?: Logger;
}

/** A cloud on loopback that lives apart from the reconcilers. */
export class MockCloud {
  private constructor() {}

  static async open(_options: MockCloudOptions): Promise<MockCloud> {
    return Promise.reject(new Error("not yet"));
  }

  ensureLoadBalancer(_request: LoadBalancerRequest): Promise<{ host: string; port: number }> {
    return Promise.reject(new Error("not yet"));
  }

  ensureInstance(_request: InstanceRequest): Promise<Instance | undefined> {
    return Promise.reject(new Error("not yet"));
  }

  removeLoadBalancer(_uid: string): Promise<void> {
    return Promise.reject(new Error("not yet"));
  }

  removeInstance(_uid: string): Promise<void> {
    return Promise.reject(new Error("not yet"));
  }

  onChange(_listener: (change: CloudChange) => void): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }
}
