/** Which mutant is in force, and which were asked for: what the switches in the mutated modules read. */
export class Switches {
  readonly asked = new Set<number>();
  calls = 0;
  #active = -1;
  #limit = Infinity;

  readonly isMutant = (mutant: number): boolean => {
    this.calls += 1;
    if (this.#active === -1) this.asked.add(mutant);
    else if (this.calls > this.#limit) throw new EndlessMutantError();
    return mutant === this.#active;
  };

  /** From now on, the mutant is in force. */
  switchOn(mutant: number, limit: number): void {
    this.#active = mutant;
    this.#limit = limit;
    this.calls = 0;
  }

  /** From now on, no mutant is, and what is asked for is noted. */
  switchOff(): void {
    this.#active = -1;
    this.calls = 0;
    this.asked.clear();
  }
}

/** A mutant that goes on and on. */
export class EndlessMutantError extends Error {
  override readonly name = "EndlessMutantError";
  constructor() {
    super("the mutant asks for switches without end");
  }
}

/** Where the switches in the modules find it. */
export const switchesKey = Symbol.for("capstan.mutation");
