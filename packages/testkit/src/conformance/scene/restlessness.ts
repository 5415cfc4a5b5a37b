import { ApiError } from "@capstan/runtime";
import { describeWrite, type Write } from "../../client/recording-client.ts";

/** More writes of one object than any rule's scene causes. */
const writesAtMost = 200;

/**
 * Stops a provider that answers each of its own writes with another one, because the scene would never settle. From then on its writes are
 * refused, and the rule is broken whatever else was observed.
 */
export class Restlessness {
  readonly #counts = new Map<string, number>();
  #caught: string | undefined;

  refuse(write: Write): Error | undefined {
    const target = `${write.kind}/${write.name}`;
    const count = (this.#counts.get(target) ?? 0) + 1;
    this.#counts.set(target, count);
    if (count <= writesAtMost) return undefined;
    this.#caught ??= `${writesAtMost} writes of ${target} in one scene, the last one: ${describeWrite(write)}`;
    return new ApiError("the conformance suite stops endless writes", { status: 403, reason: "Forbidden" });
  }

  /** The write that was repeated endlessly; undefined if the provider settled. */
  get caught(): string | undefined {
    return this.#caught;
  }
}
