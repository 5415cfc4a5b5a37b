import type { SeededRandom } from "@capstan/harness/random";
import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import type { Named } from "../servers/judging-server.ts";
import { drawnValue } from "@capstan/harness/random";
import { mutated } from "./mutated.ts";

/** The kind of a definition, in its stored version: others may need a conversion webhook that is missing. */
export class JudgedKind {
  readonly name: string;
  /** The path of its objects. */
  readonly path: string;
  readonly #apiVersion: string;
  readonly #kind: string;
  readonly #schema: JsonObject;
  readonly #fields: readonly string[];

  constructor(definition: JsonObject) {
    const stored = listAt(definition, "spec", "versions").find(
      (version) => isJsonObject(version) && version.storage === true,
    );
    const version = textAt(stored, "name") ?? "";
    this.#apiVersion = `${textAt(definition, "spec", "group") ?? ""}/${version}`;
    this.#kind = textAt(definition, "spec", "names", "kind") ?? "";
    this.#schema = objectAt(stored, "schema", "openAPIV3Schema") ?? {};
    this.#fields = Object.keys(objectAt(this.#schema, "properties") ?? {}).filter(
      (field) => !["apiVersion", "kind", "metadata"].includes(field),
    );
    this.name = textAt(definition, "metadata", "name") ?? "";
    const scope = textAt(definition, "spec", "scope") === "Namespaced" ? "namespaces/default/" : "";
    this.path = `/apis/${this.#apiVersion}/${scope}${textAt(definition, "spec", "names", "plural") ?? ""}`;
  }

  /** An object, and its replacement. Every second object, and each replacement, is invalid about half of the time. */
  pair(random: SeededRandom, index: number): readonly [Named, Named] {
    const properties = objectAt(this.#schema, "properties") ?? {};
    const drawn: Named = {
      apiVersion: this.#apiVersion,
      kind: this.#kind,
      metadata: { name: `o${index}` },
      ...Object.fromEntries(
        this.#fields.map((field) => [field, drawnValue(objectAt(properties, field) ?? {}, random)]),
      ),
    };
    const first = random.happens(1 / 2) ? drawn : mutated(drawn, this.#fields, random);
    return [first, mutated(first, this.#fields, random)];
  }
}
