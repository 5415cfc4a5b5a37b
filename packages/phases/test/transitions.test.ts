import { describe, expect, test } from "vitest";
import { type Dimension, type Reading, type Transition, transitionsOf } from "../src/diagram/transitions.ts";

interface State {
  readonly count: number;
  readonly isBroken: boolean;
}
type Condition = ReturnType<Reading<State>["conditionsOf"]>[number];

const counts = (oneWay: boolean): Dimension<State> => ({ values: [1, 2, 3].map((count) => ({ count })), oneWay });
const condition = (sentence: string, met: boolean, lasting = false): Condition => ({ sentence, met, lasting });

/** A reading whose phase is the count, for example `p2`. */
function readingOf(parts: Partial<Reading<State>> = {}): Reading<State> {
  return {
    dimensions: [counts(false)],
    phasesIn: ({ count = 0 }) => [`p${count}`],
    phaseAfter: (_from, { count = 0 }) => `p${count}`,
    conditionsOf: (phase, { count = 0 }) => [condition(`count is ${phase.slice(1)}`, phase === `p${count}`)],
    ...parts,
  };
}

/** In the form `p1 → p2: why, or why`. */
const sentences = (transitions: readonly Transition[]) =>
  transitions.map(({ from, to, because }) => `${from} → ${to}: ${because.join(", or ")}`).sort();

const forth = ["p1 → p2: count is 2", "p1 → p3: count is 3", "p2 → p3: count is 3"];
const back = ["p2 → p1: count is 1", "p3 → p1: count is 1", "p3 → p2: count is 2"];

describe("transitions", () => {
  test("are the results of one changed value, from each value to each other", () => {
    expect(sentences(transitionsOf(readingOf()))).toEqual([...forth, ...back].sort());
  });

  test("do not go back where values do not go back", () => {
    expect(sentences(transitionsOf(readingOf({ dimensions: [counts(true)] })))).toEqual(forth);
  });

  test("are those of single changes, with the other values unchanged", () => {
    const broken: Dimension<State> = { values: [{ isBroken: false }, { isBroken: true }], oneWay: true };
    const phase = ({ count = 0, isBroken = false }: Partial<State>) => (isBroken ? "broken" : `p${count}`);
    const reading = readingOf({
      dimensions: [counts(true), broken],
      phasesIn: (state) => [phase(state)],
      phaseAfter: (_from, state) => phase(state),
      conditionsOf: (of, state) => [
        of === "broken"
          ? condition("it is broken", state.isBroken === true)
          : condition(`count is ${of.slice(1)}`, of === `p${state.count ?? 0}`),
      ],
    });
    expect(sentences(transitionsOf(reading))).toEqual(
      [...["p1", "p2", "p3"].map((from) => `${from} → broken: it is broken`), ...forth].sort(),
    );
  });
});

describe("the reason for a transition", () => {
  const two: Dimension<State> = { values: [{ count: 1 }, { count: 2 }], oneWay: true };
  /** The only transition, from p1 to p2, with the conditions of both states. */
  const because = (conditionsOf: Reading<State>["conditionsOf"]) =>
    transitionsOf(readingOf({ dimensions: [two], conditionsOf })).map((transition) => transition.because);
  const isAfter = (state: Partial<State>) => state.count === 2;

  test("is the set of conditions that only the target requires", () => {
    const of = because((phase, state) =>
      phase === "p1"
        ? [condition("it exists", true)]
        : [condition("it exists", true), condition("it runs", true), condition("it is ready", isAfter(state))],
    );
    expect(of).toEqual([["it runs and it is ready"]]);
  });

  test("is a condition that the source lost, if it was met before and the target gained none", () => {
    const of = because((phase, state) =>
      phase === "p1"
        ? [
            condition("it runs", !isAfter(state)),
            condition("it is new", false),
            condition("it exists", true),
            condition("it is shown", !isAfter(state)),
          ]
        : [condition("it exists", true), condition("it is old", false)],
    );
    expect(of).toEqual([["no longer it is shown", "no longer it runs"]]);
  });

  test("may involve more conditions of a phase in one state than in another", () => {
    const of = because((phase, state) => {
      if (phase === "p2") return isAfter(state) ? [condition("it is", true), condition("it is old", true)] : [];
      return isAfter(state) ? [] : [condition("it is new", true)];
    });
    expect(of).toEqual([]);
  });

  test("is missing if a lasting condition of the source does not hold before or after", () => {
    const lasting = (isMet: (state: Partial<State>) => boolean) =>
      because((phase, state) =>
        phase === "p1" ? [condition("it is for good", isMet(state), true)] : [condition("it is on", isAfter(state))],
      );
    expect(lasting(() => true)).toEqual([["it is on"]]);
    expect(lasting(isAfter)).toEqual([]);
    expect(lasting((state) => !isAfter(state))).toEqual([]);
  });
});
