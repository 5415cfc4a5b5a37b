/** An edge of a state diagram. */
export interface Transition {
  readonly from: string;
  readonly to: string;
  /** Each change that causes the transition, as a sentence for users. */
  readonly because: readonly string[];
}

/** A dimension in which states differ. */
export interface Dimension<State> {
  readonly values: readonly Partial<State>[];
  /** Whether a later value never returns to an earlier value. */
  readonly oneWay: boolean;
}

/** A condition of a phase, as it stands in a state. */
interface StandingCondition {
  readonly sentence: string;
  readonly lasting: boolean;
  readonly met: boolean;
}

/** The part of a reading that a diagram needs. */
export interface Reading<State> {
  readonly dimensions: readonly Dimension<State>[];
  /** The phases that a Machine can have in `state`: the computed phase, or stored phases that stay unchanged. */
  phasesIn(state: Partial<State>): readonly string[];
  /** The phase after `from`, in `state`. */
  phaseAfter(from: string, state: Partial<State>): string;
  /** The conditions of `phase`, from the requirement table. */
  conditionsOf(phase: string, state: Partial<State>): readonly StandingCondition[];
}

/** Every transition that a change in a single dimension can cause, found by trying all of them. */
export function transitionsOf<State>(reading: Reading<State>): readonly Transition[] {
  const found = new Map<string, { from: string; to: string; because: Set<string> }>();
  for (const [before, after] of changesOf(reading.dimensions)) {
    for (const from of reading.phasesIn(before)) {
      const to = reading.phaseAfter(from, after);
      const because = explain(reading, from, to, before, after);
      if (from === to || because.length === 0) continue;
      const transition = found.get(`${from} ${to}`) ?? { from, to, because: new Set<string>() };
      for (const reason of because) transition.because.add(reason);
      found.set(`${from} ${to}`, transition);
    }
  }
  return [...found.values()].map(({ from, to, because }) => ({ from, to, because: [...because].sort() }));
}

/** The target's requirements that were gained over the source, else the source's requirements that were lost; empty if impossible. */
function explain<State>(
  reading: Reading<State>,
  from: string,
  to: string,
  before: Partial<State>,
  after: Partial<State>,
): readonly string[] {
  const source = reading.conditionsOf(from, before);
  const sourceAfter = reading.conditionsOf(from, after);
  if ([...source, ...sourceAfter].some(({ lasting, met }) => lasting && !met)) return [];
  const targetBefore = reading.conditionsOf(to, before);
  const gained = reading.conditionsOf(to, after).some(({ met }, index) => met && targetBefore[index]?.met === false);
  if (gained) {
    const already = new Set(source.map(({ sentence }) => sentence));
    const asked = targetBefore.map(({ sentence }) => sentence).filter((sentence) => !already.has(sentence));
    return [asked.join(" and ")];
  }
  return source
    .filter(({ met }, index) => met && sourceAfter[index]?.met === false)
    .map(({ sentence }) => `no longer ${sentence}`);
}

/** All pairs of states that differ in one dimension. */
function changesOf<State>(
  dimensions: readonly Dimension<State>[],
): readonly (readonly [Partial<State>, Partial<State>])[] {
  return dimensions.flatMap(({ values, oneWay }, index) => {
    const others = combinationsOf(dimensions.filter((_, other) => other !== index));
    return values.flatMap((before, earlier) =>
      values
        .filter((_, later) => (oneWay ? later > earlier : later !== earlier))
        .flatMap((after) =>
          others.map(
            (other) =>
              [
                { ...other, ...before },
                { ...other, ...after },
              ] as const,
          ),
        ),
    );
  });
}

function combinationsOf<State>(dimensions: readonly Dimension<State>[]): readonly Partial<State>[] {
  return dimensions.reduce<readonly Partial<State>[]>(
    (states, { values }) => states.flatMap((state) => values.map((value) => ({ ...state, ...value }))),
    [{}],
  );
}
