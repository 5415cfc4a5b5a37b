/** The active mutant and the evaluated switches: read by the switches in the mutated modules. */
export class Switches {
  readonly asked = new Set<number>();
  calls = 0;
  #active = -1;
  #limit = Infinity;

  /** Whether the mutant is active; if no mutant is active, records it as reached. */
  readonly isMutant = (mutant: number): boolean => {
    if (this.#active === -1) this.asked.add(mutant);
    return this.isOn(mutant);
  };

  /** Whether the mutant is active; the inspected value decides whether it is reached. */
  readonly isOn = (mutant: number): boolean => {
    this.calls += 1;
    if (this.#active !== -1 && this.calls > this.#limit) throw new EndlessMutantError();
    return mutant === this.#active;
  };

  /** A mutant to true makes no difference for a true value. */
  readonly seeCondition = <Value>(isAlwaysTrue: number, isAlwaysFalse: number, value: Value): Value => {
    if (value !== true) this.#reach(isAlwaysTrue);
    if (value !== false) this.#reach(isAlwaysFalse);
    return value;
  };

  /** If a default is unused, the left side is the whole value; if it is used, the right side is. */
  readonly seeDefault = <Value>(isLeft: number, isRight: number, left: Value): Value => {
    this.#reach(left === undefined || left === null ? isLeft : isRight);
    return left;
  };

  /** An optional chain that reaches its end does not need its question mark. */
  readonly seeChain = <Value>(isCertain: number, value: Value): Value => {
    if (value === undefined) this.#reach(isCertain);
    return value;
  };

  #reach(mutant: number): void {
    if (this.#active === -1 && mutant !== -1) this.asked.add(mutant);
  }

  /** Activates the mutant. */
  switchOn(mutant: number, limit: number): void {
    this.#active = mutant;
    this.#limit = limit;
    this.calls = 0;
  }

  /** Deactivates all mutants, and records evaluated switches. */
  switchOff(): void {
    this.#active = -1;
    this.calls = 0;
    this.asked.clear();
  }
}

/** A mutant that runs forever. */
export class EndlessMutantError extends Error {
  override readonly name = "EndlessMutantError";
  constructor() {
    super("the mutant asks for switches without end");
  }
}

/** The property where the switches in the modules find it. */
export const switchesKey = Symbol.for("capstan.mutation");
