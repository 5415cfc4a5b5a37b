import { systemClock } from "@capstan/runtime";
import { describeWrite, type Write } from "../../client/recording-client.ts";
import { Restlessness } from "../scene/restlessness.ts";
import type { SeenRequest, Traffic } from "../scene/world.ts";
import { isWrite, type RequestTarget } from "../scene/request-target.ts";

/** The API requests of a provider in a separate process, as seen by a proxy in between. */
export class WatchedTraffic implements Traffic {
  refuse: Traffic["refuse"];
  readonly #kinds: ReadonlyMap<string, string>;
  readonly #requests: SeenRequest[] = [];
  readonly #writes: Write[] = [];
  readonly #restlessness = new Restlessness();
  readonly #watched = new Set<string>();
  #lastWriteMs = systemClock.monotonic();

  /** @param kinds - kinds by plural; for other resources the plural stands for the kind. */
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

  /** The time of its last write request, by the monotonic system clock. */
  get lastWriteMs(): number {
    return this.#lastWriteMs;
  }

  /** Whether a watch of a resource (plural) has begun. */
  isWatching(resource: string): boolean {
    return this.#watched.has(resource);
  }

  /** The error for a request that must not reach the API server; undefined to pass it on. */
  refusal(target: RequestTarget): Error | undefined {
    if (!isWrite(target)) return undefined;
    this.#lastWriteMs = systemClock.monotonic();
    const write = this.#writeOf(target);
    return this.#restlessness.refuse(write) ?? this.refuse?.(write);
  }

  /** Records the answer to a request. */
  answered(target: RequestTarget, status: number): void {
    this.#requests.push({ ...target, status });
    if (target.verb === "watch" && status < 300) this.#watched.add(target.resource);
    if (!isWrite(target)) return;
    this.#lastWriteMs = systemClock.monotonic();
    // Server-side apply creates missing objects.
    const verb = target.verb === "patch" && status === 201 ? "create" : target.verb;
    if (status < 300) this.#writes.push(this.#writeOf({ ...target, verb }));
  }

  #writeOf({ verb, resource, name, subresource }: RequestTarget): Write {
    const kind = this.#kinds.get(resource) ?? resource;
    const part = subresource === "" ? {} : { subresource };
    return { by: "provider", verb: verb as Write["verb"], kind, name, ...part };
  }
}
