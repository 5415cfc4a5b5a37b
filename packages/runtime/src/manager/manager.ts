import { EventEmitter } from "eventemitter3";
import { Cache } from "../cache/cache.ts";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import { systemClock } from "../clock/system-clock.ts";
import type { Controller } from "../controller/controller.ts";
import { silentLogger } from "../logging/create-logger.ts";
import type { Logger } from "../logging/logger.ts";
import { RemoteClusters } from "../remote/remote-clusters.ts";
import type { EventRecorder } from "./event-recorder.ts";
import type { ManagerEvents, ManagerOptions } from "./manager-options.ts";

export class Manager extends EventEmitter<ManagerEvents> {
  readonly name: string;
  readonly client: Client;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly recorder: EventRecorder;
  readonly remotes: RemoteClusters;
  readonly failure: Promise<never>;
  constructor(options: ManagerOptions) {
    super();
    this.name = options.name;
    this.client = options.client;
    this.clock = options.clock ?? systemClock;
    this.logger = options.logger ?? silentLogger;
    this.cache = new Cache({ client: this.client });
    this.recorder = { record: () => undefined };
    this.remotes = new RemoteClusters({ client: this.client, cache: this.cache, userAgent: this.client.userAgent });
    this.failure = new Promise<never>(() => undefined);
  }
  add(controller: Controller): void {
    throw new Error(`not yet ${controller.name}`);
  }
  start(signal?: AbortSignal): Promise<void> {
    throw new Error(`not yet ${typeof signal}`);
  }
  stop(): Promise<void> {
    throw new Error("not yet");
  }
  settled(): Promise<void> {
    throw new Error("not yet");
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
