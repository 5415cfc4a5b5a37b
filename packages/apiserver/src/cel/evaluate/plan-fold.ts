import { EvaluationError } from "../values/evaluation-error.ts";
import { CelList, CelMap, type CelValue } from "../values/value.ts";
import { type Attempt, attempt } from "./attempt.ts";
import { type Frame } from "./frame.ts";
import { type Step } from "./step.ts";

interface Fold {
  readonly range: Step;
  readonly initial: Step;
  readonly condition: Step;
  readonly step: Step;
  readonly result: Step;
  /** The slots of the loop's variables. */
  readonly places: { readonly accumulator: number; readonly variable: number; readonly second: number };
  /** Whether it has an index or key in addition to an element. */
  readonly two: boolean;
}

/** Plans a loop that folds many values into one. */
export function planFold(fold: Fold): Step {
  const { range, initial, result, places } = fold;
  return {
    run: (frame) => {
      const elements = elementsOf(range.run(frame), fold.two);
      let accumulated = attempt(() => initial.run(frame));
      for (const [first, second] of elements) {
        frame.locals[places.variable] = first;
        frame.locals[places.second] = second;
        if (!continues(fold, frame, accumulated)) break;
        accumulated = attempt(() => {
          provide(frame, places.accumulator, accumulated);
          return fold.step.run(frame);
        });
      }
      provide(frame, places.accumulator, accumulated);
      return result.run(frame);
    },
  };
}

function continues({ condition, places }: Fold, frame: Frame, accumulated: Attempt): boolean {
  const held = attempt(() => {
    provide(frame, places.accumulator, accumulated);
    return condition.run(frame);
  });
  return held.failure !== undefined || held.value !== false;
}

function provide(frame: Frame, place: number, { value, failure }: Attempt): void {
  frame.locals[place] = value;
  frame.failures[place] = failure;
}

function* elementsOf(range: CelValue, two: boolean): Iterable<readonly [CelValue, CelValue]> {
  if (range instanceof CelList) {
    let index = 0n;
    for (const element of range) {
      yield two ? [index, element] : [element, null];
      index += 1n;
    }
    return;
  }
  if (!(range instanceof CelMap)) throw new EvaluationError("got '%T', expected iterable type");
  for (const key of range.keys()) yield [key, two ? (range.find(key) ?? null) : null];
}
