import { type ApiObject } from "../object/api-object.ts";
import { type Attributes } from "./attributes.ts";

/** Something that may change an object before it is stored. */
export interface Mutator {
  /** Whether it is reinvoked if others change the object after it. */
  readonly isReinvoked: boolean;
  /** @returns undefined if it does not match the write, and the same object if it changes nothing. */
  mutate(attributes: Attributes): Promise<{ readonly object: ApiObject | undefined } | undefined>;
}

/** Mutators of one kind. */
export interface MutatorKind {
  /** The mutators that may match a write. Called in each turn; a mutator always has the same key. */
  find(attributes: Attributes): Promise<readonly (readonly [key: string, mutator: Mutator])[]>;
  /**
   * Called after each turn.
   *
   * @returns whether to reinvoke, even if no other mutator has changed the object since.
   * @throws StatusError
   */
  finish?(attributes: Attributes): boolean;
}

/**
 * Runs mutators on an object, kind by kind, then reinvokes those that request it if others have changed the object since.
 *
 * @returns the changed object, in the version of the request.
 * @throws StatusError a mutator denies the write.
 */
export async function mutateInTurns(kinds: readonly MutatorKind[], given: Attributes): Promise<ApiObject | undefined> {
  const turns = kinds.map((kind) => new Turn(kind));
  let current = given;
  for (const again of [false, true]) {
    for (const turn of turns) current = await turn.run(current, again);
    if (!turns.some(({ hasChanged }) => hasChanged)) break;
  }
  return current.object;
}

class Turn {
  hasChanged = false;
  readonly #kind: MutatorKind;
  /** Mutators to reinvoke, since the last change. */
  #previous = new Set<string>();
  readonly #again = new Set<string>();
  #left: ApiObject | undefined;

  constructor(kind: MutatorKind) {
    this.#kind = kind;
  }

  async run(given: Attributes, again: boolean): Promise<Attributes> {
    let current = given;
    if (again && current.object !== this.#left) this.#changed();
    for (const [key, mutator] of await this.#kind.find(current)) {
      if (again && !this.#again.has(key)) continue;
      const result = await mutator.mutate(current);
      if (result === undefined) continue;
      if (result.object !== current.object) this.#changed();
      if (result.object !== undefined) current = { ...current, object: result.object };
      if (mutator.isReinvoked) this.#previous.add(key);
    }
    if (this.#kind.finish?.(current) === true) this.#changed();
    this.#left = current.object;
    return current;
  }

  #changed(): void {
    for (const key of this.#previous) this.#again.add(key);
    this.#previous = new Set();
    this.hasChanged = true;
  }
}
