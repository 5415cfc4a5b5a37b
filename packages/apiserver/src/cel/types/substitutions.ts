import { type CelType, dynType, isSameType, listOf, mapOf, opaque, parametersOf } from "./cel-type.ts";

/** The substitutions of type parameters, as far as they are known. */
export class Substitutions {
  #bound: Map<string, CelType>;

  constructor(bound: ReadonlyMap<string, CelType> = new Map()) {
    this.#bound = new Map(bound);
  }

  bind(name: string, type: CelType): void {
    this.#bound.set(name, type);
  }

  /** Whether all types on the left are assignable to those on the right. If so, keeps the substitutions that follow. */
  assign(from: readonly CelType[], to: readonly CelType[]): boolean {
    const before = new Map(this.#bound);
    if (this.#areAssignable(from, to)) return true;
    this.#bound = before;
    return false;
  }

  /** The type with its parameters substituted; with `whole`, unknown parameters become dynamic. */
  apply(type: CelType, whole: boolean): CelType {
    if (type.kind === "param") {
      const bound = this.#bound.get(type.name);
      if (bound !== undefined) return this.apply(bound, whole);
      return whole ? dynType : type;
    }
    if (type.kind === "list") return listOf(this.apply(type.element, whole));
    if (type.kind === "map") return mapOf(this.apply(type.key, whole), this.apply(type.value, whole));
    if (type.kind === "opaque") return opaque(type.name, ...type.parameters.map((inner) => this.apply(inner, whole)));
    return type.kind === "type" && type.of !== undefined ? { kind: "type", of: this.apply(type.of, whole) } : type;
  }

  #areAssignable(from: readonly CelType[], to: readonly CelType[]): boolean {
    return from.length === to.length && from.every((type, index) => this.#isAssignable(type, to[index] ?? dynType));
  }

  #isAssignable(from: CelType, to: CelType): boolean {
    if (to.kind === "param") {
      const { valid, bound } = this.#standsFor(from, to);
      if (valid || bound) return valid;
    }
    if (from.kind === "param") return this.#standsFor(to, from).valid;
    if (isDynamic(from) || isDynamic(to)) return true;
    if (from.kind === "null") return isNullable(to);
    if (to.kind === "null") return isNullable(from);
    if (from.kind === "type") return to.kind === "type";
    if (from.kind !== to.kind) return false;
    if (from.kind === "object") return from === to;
    if (from.kind === "opaque" && to.kind === "opaque" && from.name !== to.name) return false;
    return this.#areAssignable(parametersOf(from), parametersOf(to));
  }

  /** Whether the type can substitute the parameter, and whether the parameter had a substitution before. */
  #standsFor(type: CelType, parameter: CelType & { kind: "param" }): { valid: boolean; bound: boolean } {
    if (isSameType(type, parameter)) return { valid: true, bound: true };
    const bound = this.#bound.get(parameter.name);
    if (bound === undefined) {
      const valid = this.#isOutside(parameter, type);
      if (valid) this.bind(parameter.name, type);
      return { valid, bound: false };
    }
    if (isSameType(type, bound)) return { valid: true, bound: true };
    if (!this.#isAssignable(type, bound)) return { valid: false, bound: true };
    const general = mostGeneral(type, bound);
    if (this.#isOutside(parameter, general)) this.bind(parameter.name, general);
    return { valid: true, bound: true };
  }

  /** Whether the parameter does not occur in the type. */
  #isOutside(parameter: CelType, type: CelType): boolean {
    if (isSameType(parameter, type)) return false;
    if (type.kind === "param") {
      const bound = this.#bound.get(type.name);
      return bound === undefined || this.#isOutside(parameter, bound);
    }
    return parametersOf(type).every((inner) => this.#isOutside(parameter, inner));
  }
}

function isDynamic({ kind }: CelType): boolean {
  return kind === "dyn" || kind === "error";
}

function isNullable({ kind }: CelType): boolean {
  return ["null", "opaque", "object", "duration", "timestamp"].includes(kind);
}

/** The less specific of two types, one of which is assignable to the other. */
export function mostGeneral(left: CelType, right: CelType): CelType {
  return isLessSpecific(left, right) ? left : right;
}

function isLessSpecific(left: CelType, right: CelType): boolean {
  if (left.kind === "dyn" || left.kind === "param") return true;
  if (right.kind === "dyn" || right.kind === "param" || left.kind !== right.kind) return false;
  if (left.kind === "type") return true;
  const [some, others] = [parametersOf(left), parametersOf(right)];
  if (some.length === 0) return isSameType(left, right);
  if (left.kind === "opaque" && right.kind === "opaque" && left.name !== right.name) return false;
  return some.length === others.length && some.every((type, index) => isLessSpecific(type, others[index] ?? dynType));
}
