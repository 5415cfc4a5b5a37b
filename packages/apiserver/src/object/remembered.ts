/** The same function of an object, which computes each result once and keeps it as long as the object. */
export function remembered<Argument extends object, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  return computedOnce(compute, new WeakMap<Argument, Result>());
}

/** The same function of a name, which computes each result once and keeps it forever. */
export function rememberedByName<Result>(compute: (name: string) => Result): (name: string) => Result {
  return computedOnce(compute, new Map<string, Result>());
}

function computedOnce<Argument, Result>(
  compute: (argument: Argument) => Result,
  known: { get(argument: Argument): Result | undefined; set(argument: Argument, result: Result): unknown },
): (argument: Argument) => Result {
  return (argument) => {
    let result = known.get(argument);
    if (result === undefined) {
      result = compute(argument);
      known.set(argument, result);
    }
    return result;
  };
}
