import { isJsonObject, type JsonObject } from "@capstan/kube";
import { BootProblem } from "../problem/boot-problem.ts";

/** Reads the fields of a kubeadm document. A field of the wrong type is a problem that names its path. */
export class Fields {
  readonly value: JsonObject;
  readonly #path: string;

  constructor(value: JsonObject, path: string) {
    this.value = value;
    this.#path = path;
  }

  string(name: string): string | undefined {
    const value = this.value[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") throw this.problem(name, "must be a string");
    return value;
  }

  boolean(name: string): boolean {
    const value = this.value[name];
    if (value === undefined || value === null) return false;
    if (typeof value !== "boolean") throw this.problem(name, "must be true or false");
    return value;
  }

  number(name: string): number | undefined {
    const value = this.value[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "number") throw this.problem(name, "must be a number");
    return value;
  }

  strings(name: string): readonly string[] {
    const value = this.list(name);
    return value.map((item) => {
      if (typeof item !== "string") throw this.problem(name, "must be a list of strings");
      return item;
    });
  }

  object(name: string): Fields | undefined {
    const value = this.value[name];
    if (value === undefined || value === null) return undefined;
    if (!isJsonObject(value)) throw this.problem(name, "must be an object");
    return new Fields(value, `${this.#path}.${name}`);
  }

  objects(name: string): readonly Fields[] {
    return this.list(name).map((item, index) => {
      if (!isJsonObject(item)) throw this.problem(`${name}[${index}]`, "must be an object");
      return new Fields(item, `${this.#path}.${name}[${index}]`);
    });
  }

  list(name: string): readonly unknown[] {
    const value = this.value[name];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw this.problem(name, "must be a list");
    return value;
  }

  isAbsent(name: string): boolean {
    return this.value[name] === undefined || this.value[name] === null;
  }

  problem(name: string, what: string): BootProblem {
    return new BootProblem("KubeadmConfigInvalid", `${this.#path}.${name} ${what}`);
  }
}
