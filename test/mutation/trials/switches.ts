/** Which mutant is in force, and which were asked for: what the switches in the mutated modules read. */
export class Switches {
  readonly asked = new Set<number>();
  calls = 0;
  #active = -1;
  #limit = Infinity;

  /** Whether the mutant is in force; without one, it is reached. */
  readonly isMutant = (mutant: number): boolean => {
    if (this.#active === -1) this.asked.add(mutant);
    return this.isOn(mutant);
  };

  /** Whether the mutant is in force; whether it is reached depends on a value that is seen. */
  readonly isOn = (mutant: number): boolean => {
    this.calls += 1;
    if (this.#active !== -1 && this.calls > this.#limit) throw new EndlessMutantError();
    return mutant === this.#active;
  };

  /** What is true already, no mutant makes true. */
  readonly seeCondition = <Value>(isAlwaysTrue: number, isAlwaysFalse: number, value: Value): Value => {
    if (value !== true) this.#reach(isAlwaysTrue);
    if (value !== false) this.#reach(isAlwaysFalse);
    return value;
  };

  /** The left side of a default that is not needed is the whole; the right side, of one that is. */
  readonly seeDefault = <Value>(isLeft: number, isRight: number, left: Value): Value => {
    this.#reach(left === undefined || left === null ? isLeft : isRight);
    return left;
  };

  /** An optional chain that comes to its end needs no question mark. */
  readonly seeChain = <Value>(isCertain: number, value: Value): Value => {
    if (value === undefined) this.#reach(isCertain);
    return value;
  };

  #reach(mutant: number): void {
    if (this.#active === -1 && mutant !== -1) this.asked.add(mutant);
  }

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
