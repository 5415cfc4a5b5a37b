import { type CelType, param, parametersOf } from "../types/cel-type.ts";
import { Substitutions } from "../types/substitutions.ts";

/** Creates type parameters that occur nowhere else in an expression. */
export class FreshParameters {
  #count = 0;

  next(): CelType {
    this.#count += 1;
    return param(`_var${this.#count}`);
  }

  /** The types with renamed parameters, so that each call has its own. */
  renamed(types: readonly CelType[]): CelType[] {
    if (!types.some(hasParameters)) return [...types];
    const names = new Substitutions();
    for (const name of new Set(types.flatMap(parameterNames))) names.bind(name, this.next());
    return types.map((type) => names.apply(type, false));
  }
}

function hasParameters(type: CelType): boolean {
  return type.kind === "param" || parametersOf(type).some(hasParameters);
}

function parameterNames(type: CelType): string[] {
  return type.kind === "param" ? [type.name] : parametersOf(type).flatMap(parameterNames);
}
