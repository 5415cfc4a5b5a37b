import { labelOf } from "@capstan/contract";
import { isJsonObject, listAt, textAt, type YamlPlace, yamlPlaces } from "@capstan/kube";
import { type InputFile } from "./parse-documents.ts";
import { stepsOf } from "./path-steps.ts";

/** A place in a file; lines and columns from 1, the end exclusive. */
export interface TextRegion {
  /** The line of the key, or of the list item. */
  readonly line: number;
  /** Its first column. */
  readonly column: number;
  /** The line of its end. */
  readonly endLine: number;
  /** The column after its last character. */
  readonly endColumn: number;
}

/** An object of a file, with its place. */
interface PlacedObject {
  readonly label: string;
  readonly document: unknown;
  readonly place: YamlPlace;
}

/** Locates findings in a file. */
export class FilePlaces {
  readonly #text: string;
  readonly #objects: readonly PlacedObject[];

  constructor({ text = "", documents, substituted }: InputFile) {
    this.#text = text;
    const places = substituted === undefined ? yamlPlaces(text) : sourcePlaces(substituted);
    this.#objects = placedObjects(text, places, documents);
  }

  /** The place of `path` in the object of a finding. For a missing field, the place of the parent. */
  placeOf(object: string, path: string): YamlPlace | undefined {
    const candidates = this.#candidates(object, path).map((steps) => this.#deepest(steps));
    return candidates.toSorted((a, b) => b.depth - a.depth)[0]?.place;
  }

  /** The first object with that label, and its place. */
  objectOf(label: string): Pick<PlacedObject, "document" | "place"> | undefined {
    return this.#objects.find((object) => object.label === label);
  }

  /** The region to show to a reader. */
  regionOf(object: string, path: string): TextRegion | undefined {
    const place = this.placeOf(object, path);
    if (place === undefined) return undefined;
    const [start, end] = [place.key.start, place.key.end].map((offset) => this.#positionOf(offset));
    if (start === undefined || end === undefined) return undefined;
    return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  }

  #candidates(object: string, path: string): readonly Steps[] {
    const named = this.#objects.filter(({ label }) => label === object);
    if (named.length > 0) return named.map(({ place }) => ({ place, steps: stepsOf(path) }));
    const granting = object.includes(" of the manager") || object.startsWith("ClusterRole with");
    if (granting) return this.#rolesAbout(path);
    // A finding about a whole file names a kind that occurs too often, or a path in its only document.
    const ofKind = this.#objects.filter(({ document }) => textAt(document, "kind") === path);
    const [first] = ofKind.length > 0 ? ofKind : this.#objects;
    return first === undefined ? [] : [{ place: first.place, steps: ofKind.length > 0 ? [] : stepsOf(path) }];
  }

  /** The rules of roles that mention `plural.group`, or the roles if there are none. */
  #rolesAbout(path: string): readonly Steps[] {
    const resource = path.split(".")[0] ?? "";
    const roles = this.#objects.filter(({ document }) => /^(Cluster)?Role$/.test(textAt(document, "kind") ?? ""));
    const rules = roles.flatMap(({ document, place }) =>
      listAt(document, "rules").flatMap((rule, index) =>
        listAt(rule, "resources").includes(resource) ? [{ place, steps: ["rules", String(index), "verbs"] }] : [],
      ),
    );
    const [first] = roles.length > 0 ? roles : this.#objects;
    return rules.length > 0 || first === undefined ? rules : [{ place: first.place, steps: ["rules"] }];
  }

  #deepest({ place, steps }: Steps): { readonly place: YamlPlace; readonly depth: number } {
    let [found, depth] = [place, 0];
    for (const step of steps) {
      const next = found.inside.get(step) ?? this.#itemNamed(found, step);
      if (next === undefined) break;
      [found, depth] = [next, depth + 1];
    }
    return { place: found, depth };
  }

  /** The list item with this name, for the versions of CRDs. */
  #itemNamed({ inside }: YamlPlace, name: string): YamlPlace | undefined {
    return [...inside.values()].find((item) => {
      const start = item.inside.get("name")?.start;
      return start !== undefined && scalarIn(this.#text, start) === name;
    });
  }

  #positionOf(offset: number): { readonly line: number; readonly column: number } {
    const before = this.#text.slice(0, offset);
    const lines = before.split("\n");
    return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
  }
}

interface Steps {
  readonly place: YamlPlace;
  readonly steps: readonly string[];
}

/** A scalar without quotes. */
function scalarIn(text: string, start: number): string | undefined {
  return /^["']?([-\w.]+)/.exec(text.slice(start, start + 300))?.[1];
}

/** Objects and their places are in the same order. A document that is not an object has no findings. */
function placedObjects(text: string, all: readonly YamlPlace[], documents: readonly unknown[]): PlacedObject[] {
  const places = all.filter(({ style }) => style !== "scalar").flatMap((place) => itemPlaces(place, text));
  return documents.filter(isJsonObject).flatMap((document, index) => {
    const place = places[index];
    return place === undefined ? [] : [{ label: labelOf(document), document, place }];
  });
}

/** The places of substituted YAML, in the source. */
function sourcePlaces({ text, sourceOffset }: NonNullable<InputFile["substituted"]>): YamlPlace[] {
  const inSource = ({ key, start, style, inside }: YamlPlace): YamlPlace => ({
    key: { start: sourceOffset(key.start), end: sourceOffset(key.end) },
    start: sourceOffset(start),
    style,
    inside: new Map(Array.from(inside, ([name, place]) => [name, inSource(place)])),
  });
  return yamlPlaces(text).map(inSource);
}

/** The items of a List count individually, as when it is read. */
function itemPlaces(place: YamlPlace, text: string): readonly YamlPlace[] {
  const [items, kind] = [place.inside.get("items"), place.inside.get("kind")];
  const isList = kind !== undefined && /^["']?List\b/.test(text.slice(kind.start, kind.start + 6));
  return isList && items !== undefined ? [...items.inside.values()] : [place];
}
