import { type CelValue } from "../values/value.ts";
import { type Frame } from "./frame.ts";

/** How one part of an expression is evaluated. */
export interface Step {
  run(frame: Frame): CelValue;
  /** What `run` does, less the price of looking something up, for where that is not charged; only names and what they lead to. */
  readonly path?: (frame: Frame) => CelValue;
  /** Its value, if that is always the same. */
  readonly constant?: { readonly value: CelValue };
}

export function constantStep(value: CelValue): Step {
  return { run: () => value, constant: { value } };
}

/** A step that looks something up, for one unit more than what leads to it. */
export function pathStep(path: (frame: Frame) => CelValue): Step {
  return {
    path,
    run: (frame) => {
      frame.charge(1);
      return path(frame);
    },
  };
}

/** How a step is run where it is the beginning of a path, or a branch. */
export function within(step: Step): (frame: Frame) => CelValue {
  return step.path ?? ((frame) => step.run(frame));
}
