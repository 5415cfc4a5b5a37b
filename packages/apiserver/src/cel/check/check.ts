import { dottedName } from "../expression/dotted-name.ts";
import {
  type Call,
  type Comprehension,
  type Expression,
  type Select,
  type StructLiteral,
} from "../expression/expression.ts";
import { parse } from "../expression/parse.ts";
import { SourceError, type SourceProblem } from "../expression/source-error.ts";
import { type Overload } from "../functions/overload.ts";
import {
  boolType,
  type CelType,
  dynType,
  errorType,
  intType,
  isSameType,
  listOf,
  mapOf,
  optionalOf,
  shownType,
  unwrapOptional,
} from "../types/cel-type.ts";
import { mostGeneral, Substitutions } from "../types/substitutions.ts";
import { Checked } from "./checked.ts";
import { type Dialect, plainDialect } from "./dialect.ts";
import { FreshParameters } from "./fresh-parameters.ts";
import { mixtures } from "./mixtures.ts";
import { literalProblems, literalType } from "./literals.ts";
import { typeNames } from "./type-names.ts";

/**
 * Parses an expression and checks the types of its parts.
 *
 * @param variables - the types of the variables that it may use.
 * @throws SourceError It is not an expression, or its types do not match.
 */
export function check(source: string, variables: ReadonlyMap<string, CelType>, dialect = plainDialect): Checked {
  const expression = parse(source);
  const checker = new Checker(variables, dialect);
  checker.check(expression);
  if (checker.problems.length > 0) throw new SourceError(source, checker.problems);
  const checked = checker.result(expression);
  const problems = [...literalProblems(expression, checked), ...mixtures(expression, checked)];
  if (problems.length > 0) throw new SourceError(source, problems);
  return checked;
}

type Scope = ReadonlyMap<string, CelType>;

class Checker {
  readonly problems: SourceProblem[] = [];
  readonly #types = new Map<Expression, CelType>();
  readonly #overloads = new Map<Expression, readonly Overload[]>();
  readonly #qualified = new Map<Expression, string>();
  readonly #used = new Set<string>();
  readonly #known = new Substitutions();
  readonly #fresh = new FreshParameters();
  readonly #variables: Scope;
  readonly #dialect: Dialect;
  #scopes: readonly Scope[] = [];

  constructor(variables: Scope, dialect: Dialect) {
    this.#variables = variables;
    this.#dialect = dialect;
  }

  result(expression: Expression): Checked {
    const types = new Map(Array.from(this.#types, ([node, type]) => [node, this.#known.apply(type, true)]));
    return new Checked(expression, {
      types,
      overloads: this.#overloads,
      qualified: this.#qualified,
      variables: this.#used,
    });
  }

  check(node: Expression): CelType {
    const known = this.#types.get(node);
    if (known !== undefined) return known;
    const type = this.#typeOf(node);
    this.#types.set(node, type);
    return type;
  }

  #typeOf(node: Expression): CelType {
    switch (node.kind) {
      case "literal":
        return literalType(node);
      case "identifier":
        return this.#variable(node.name) ?? this.#undeclared(node.name, node.at);
      case "select":
        return this.#select(node);
      case "call":
        return this.#call(node);
      case "list":
        return listOf(this.#join(node.elements));
      case "map":
        return mapOf(this.#join(node.entries.map(([key]) => key)), this.#join(node.entries.map(([, value]) => value)));
      case "struct":
        return this.#struct(node);
      case "comprehension":
        return this.#comprehension(node);
    }
  }

  #problem(at: number, message: string): CelType {
    this.problems.push({ at, message });
    return errorType;
  }

  #undeclared(name: string, at: number): CelType {
    return this.#problem(at, `undeclared reference to '${name}' (in container '')`);
  }

  #variable(name: string): CelType | undefined {
    const local = this.#scopes.findLast((scope) => scope.has(name))?.get(name);
    if (local !== undefined) return local;
    const declared = this.#variables.get(name);
    if (declared !== undefined) this.#used.add(name);
    return declared ?? typeNames.get(name)?.type;
  }

  #select(node: Select): CelType {
    const name = node.test ? undefined : dottedName(node);
    const named = name === undefined ? undefined : this.#variable(name);
    if (name !== undefined && named !== undefined) {
      this.#qualified.set(node, name);
      return named;
    }
    const found = this.#field(node.operand, node.field, node.at, false);
    return node.test ? boolType : this.#known.apply(found, false);
  }

  #field(operand: Expression, field: string, at: number, optional: boolean): CelType {
    const type = this.#known.apply(this.check(operand), false);
    const unwrapped = unwrapOptional(type);
    const found = this.#memberOf(unwrapped ?? type, field, at);
    return optional || unwrapped !== undefined ? optionalOf(found) : found;
  }

  #memberOf(type: CelType, field: string, at: number): CelType {
    if (type.kind === "map") return type.value;
    if (type.kind === "object") return type.fields.get(field) ?? this.#problem(at, `undefined field '${field}'`);
    if (type.kind === "param") this.#known.assign([dynType], [type]);
    else if (type.kind === "opaque" && isObjectOfFunctions(type.name)) {
      this.#problem(at, `unexpected failed resolution of '${type.name}'`);
    } else if (type.kind !== "dyn" && type.kind !== "error") {
      this.#problem(at, `type '${shownType(type)}' does not support field selection`);
    }
    return dynType;
  }

  #call(node: Call): CelType {
    if (node.name === "_?._") return this.#optionalSelect(node);
    const args = node.args.map((arg) => this.check(arg));
    if (node.target === undefined) {
      const overloads = this.#dialect.functions.get(node.name);
      if (overloads === undefined) return this.#undeclared(node.name, node.at);
      return this.#resolve(node, overloads, args, false);
    }
    const prefix = dottedName(node.target);
    const qualified = prefix === undefined ? undefined : this.#dialect.functions.get(`${prefix}.${node.name}`);
    if (qualified !== undefined && !this.#isVariable(prefix)) {
      this.#qualified.set(node, `${prefix ?? ""}.${node.name}`);
      return this.#resolve(node, qualified, args, false);
    }
    const target = this.check(node.target);
    const overloads = this.#dialect.functions.get(node.name);
    if (overloads === undefined) return this.#undeclared(node.name, node.at);
    return this.#resolve(node, overloads, [target, ...args], true);
  }

  #isVariable(name: string | undefined): boolean {
    return this.#scopes.some((scope) => scope.has(name ?? ""));
  }

  #optionalSelect(node: Call): CelType {
    const [operand, field] = node.args;
    if (operand === undefined || field?.kind !== "literal" || typeof field.value !== "string") return errorType;
    this.check(field);
    this.#overloads.set(node, this.#dialect.functions.get("_?._") ?? []);
    return this.#known.apply(this.#field(operand, field.value, node.at, true), false);
  }

  #resolve(node: Call, overloads: readonly Overload[], args: readonly CelType[], method: boolean): CelType {
    if (node.name === "_&&_" || node.name === "_||_") return this.#logical(node, overloads, args);
    const fitting: Overload[] = [];
    let result: CelType | undefined;
    for (const overload of overloads) {
      if (overload.method !== method) continue;
      const [returned, ...parameters] = this.#fresh.renamed([overload.result, ...overload.parameters]);
      if (returned === undefined || !this.#known.assign(args, parameters)) continue;
      fitting.push(overload);
      const type = this.#known.apply(returned, false);
      if (result === undefined) result = type;
      else if (result.kind !== "dyn" && !isSameType(result, type)) result = dynType;
    }
    this.#overloads.set(node, fitting);
    if (result !== undefined) return result;
    const shown = args.map((type) => shownType(this.#known.apply(type, true)));
    const [receiver = "", ...others] = shown;
    const signature = method ? `${receiver}.(${others.join(", ")})` : `(${shown.join(", ")})`;
    const name = this.#qualified.get(node) ?? node.name;
    return this.#problem(node.at, `found no matching overload for '${name}' applied to '${signature}'`);
  }

  #logical(node: Call, overloads: readonly Overload[], args: readonly CelType[]): CelType {
    this.#overloads.set(node, overloads);
    let failed = false;
    for (const [index, type] of args.entries()) {
      if (this.#known.assign([type], [boolType])) continue;
      this.#mismatch(node.args[index] ?? node, boolType, type);
      failed = true;
    }
    return failed ? errorType : boolType;
  }

  #mismatch(node: Expression, expected: CelType, found: CelType): CelType {
    return this.#problem(node.at, `expected type '${shownType(expected)}' but found '${shownType(found)}'`);
  }

  /** The common type of all elements in a literal. */
  #join(elements: readonly Expression[]): CelType {
    let joined: CelType | undefined;
    for (const element of elements) {
      const type = this.check(element);
      if (joined === undefined) joined = type;
      else if (this.#known.assign([joined], [type])) joined = mostGeneral(joined, type);
      else joined = dynType;
    }
    return joined ?? this.#fresh.next();
  }

  #struct({ name, at, fields }: StructLiteral): CelType {
    const struct = this.#dialect.struct(name);
    for (const { name: field, at: place, value, optional } of fields) {
      const found = this.check(value);
      const own = optional ? (unwrapOptional(found) ?? this.#mismatch(value, optionalOf(found), found)) : found;
      const declared = struct === undefined ? dynType : struct.field(field);
      if (declared === undefined) this.#problem(place, `undefined field '${field}'`);
      else if (!this.#known.assign([own], [declared])) {
        const types = `'${shownType(declared)}' but provided type is '${shownType(own)}'`;
        this.#problem(place, `expected type of field '${field}' is ${types}`);
      }
    }
    return struct?.type ?? this.#undeclared(name, at);
  }

  #comprehension(node: Comprehension): CelType {
    const range = this.#known.apply(this.check(node.range), false);
    const accumulated = this.check(node.initial);
    const outer = this.#scopes;
    const own = new Map([[node.accumulator, accumulated]]);
    this.#scopes = [...outer, own, this.#loopVariables(node, range)];
    this.check(node.condition);
    this.#expect(node.condition, boolType);
    this.check(node.step);
    this.#expect(node.step, accumulated);
    this.#scopes = [...outer, own];
    const result = this.check(node.result);
    this.#scopes = outer;
    return this.#known.apply(result, false);
  }

  #loopVariables(node: Comprehension, range: CelType): Scope {
    const two = (key: CelType, value: CelType, single: CelType): Scope =>
      node.second === undefined
        ? new Map([[node.variable, single]])
        : new Map([
            [node.variable, key],
            [node.second, value],
          ]);
    if (range.kind === "list") return two(intType, range.element, range.element);
    if (range.kind === "map") return two(range.key, range.value, range.key);
    if (range.kind === "dyn" || range.kind === "error" || range.kind === "param") {
      this.#known.assign([dynType], [range]);
      return two(dynType, dynType, dynType);
    }
    const message = `expression of type '${shownType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`;
    this.#problem(node.range.at, message);
    return two(errorType, errorType, errorType);
  }

  #expect(node: Expression, type: CelType): void {
    const found = this.check(node);
    if (!this.#known.assign([type], [found])) this.#mismatch(node, type, found);
  }
}

/** Whether a type comes from a function of Kubernetes: cel-go reports that such types have no fields. */
function isObjectOfFunctions(name: string): boolean {
  return name.startsWith("kubernetes.");
}
