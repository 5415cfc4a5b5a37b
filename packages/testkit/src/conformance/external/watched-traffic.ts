import { systemClock } from "@capstan/runtime";
import { describeWrite, type Write } from "../../client/recording-client.ts";
import { Restlessness } from "../scene/restlessness.ts";
import type { SeenRequest, Traffic } from "../scene/world.ts";
import { isWrite, type RequestTarget } from "./request-target.ts";

/** What a provider in a process of its own asks of the API server, as a proxy between the two sees it. */
export class WatchedTraffic implements Traffic {
  refuse: Traffic["refuse"];
  readonly #kinds: ReadonlyMap<string, string>;
  readonly #requests: SeenRequest[] = [];
  readonly #writes: Write[] = [];
  readonly #restlessness = new Restlessness();
  readonly #watched = new Set<string>();
  #lastWriteMs = systemClock.monotonic();

  /** @param kinds - by their plurals; other resources have their plural for a kind. */
  constructor(kinds: ReadonlyMap<string, string>) {
    this.#kinds = kinds;
  }

  writes({ kind }: { readonly kind?: string } = {}): readonly string[] {
    return this.#writes.filter((write) => (kind ?? write.kind) === write.kind).map(describeWrite);
  }

  requests(): readonly SeenRequest[] {
    return this.#requests;
  }

  get endless(): string | undefined {
    return this.#restlessness.caught;
  }

  /** When it last asked for a change, by the machine's monotonic clock. */
  get lastWriteMs(): number {
    return this.#lastWriteMs;
  }

  /** Whether a watch of a resource, in the plural, has begun. */
  isWatching(resource: string): boolean {
    return this.#watched.has(resource);
  }

  /** Whether a request must not reach the API server. */
  refusal(target: RequestTarget): Error | undefined {
    if (!isWrite(target)) return undefined;
    this.#lastWriteMs = systemClock.monotonic();
    const write = this.#writeOf(target);
    return this.#restlessness.refuse(write) ?? this.refuse?.(write);
  }

  /** Notes how a request was answered. */
  answered(target: RequestTarget, status: number): void {
    this.#requests.push({ ...target, status });
    if (target.verb === "watch" && status < 300) this.#watched.add(target.resource);
    if (!isWrite(target)) return;
    this.#lastWriteMs = systemClock.monotonic();
    // Server-side apply makes what is not there.
    const verb = target.verb === "patch" && status === 201 ? "create" : target.verb;
    if (status < 300) this.#writes.push(this.#writeOf({ ...target, verb }));
  }

  #writeOf({ verb, resource, name, subresource }: RequestTarget): Write {
    const kind = this.#kinds.get(resource) ?? resource;
    const part = subresource === "" ? {} : { subresource };
    return { by: "provider", verb: verb as Write["verb"], kind, name, ...part };
  }
}
