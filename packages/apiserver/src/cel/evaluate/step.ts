import { type CelValue } from "../values/value.ts";
import { type Frame } from "./frame.ts";

/** The evaluation of one part of an expression. */
export interface Step {
  run(frame: Frame): CelValue;
  /** Like `run`, but without the cost of a lookup, for places where it is not charged; only for names and selections. */
  readonly path?: (frame: Frame) => CelValue;
  /** The value, if it is constant. */
  readonly constant?: { readonly value: CelValue };
}

export function constantStep(value: CelValue): Step {
  return { run: () => value, constant: { value } };
}

/** A lookup, which costs one unit more than its operand. */
export function pathStep(path: (frame: Frame) => CelValue): Step {
  return {
    path,
    run: (frame) => {
      frame.charge(1);
      return path(frame);
    },
  };
}

/** How to run a step at the beginning of a path, or in a branch. */
export function within(step: Step): (frame: Frame) => CelValue {
  return step.path ?? ((frame) => step.run(frame));
}
