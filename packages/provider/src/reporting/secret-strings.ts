const mask = "[secret]";
/** Shorter values are not redacted, in characters, because they occur in too many other strings. */
const leastLength = 4;
/** A line of this length or more counts as a secret of its own: tools often quote the line that they failed on. */
const leastLineLength = 16;
/** How deep errors and their fields are searched. */
const deepest = 8;

/** The secrets that a reconcile has read. Every report of the reconcile is redacted. */
export class SecretStrings {
  readonly #forms = new Set<string>();

  /** Redacts a value from now on, also without surrounding white space, in base64, in JSON, and line by line. */
  add(secret: string): void {
    const trimmed = secret.trim();
    const lines = trimmed.split(/\r?\n/).map((line) => line.trim());
    for (const text of [secret, trimmed]) {
      this.#addForm(text);
      this.#addForm(JSON.stringify(text).slice(1, -1));
      this.#addForm(Buffer.from(text, "utf8").toString("base64"));
    }
    for (const line of lines) if (line.length >= leastLineLength) this.#addForm(line);
  }

  redact(text: string): string {
    // Longest first, so that the whole is found before one of its parts is removed.
    const forms = [...this.#forms].sort((a, b) => b.length - a.length);
    return forms.reduce((clean, form) => clean.replaceAll(form, mask), text);
  }

  /**
   * Redacts a thrown value, its causes included: the result has the same class and fields. Returns the same value if it contains no secret.
   */
  redactThrown(thrown: unknown): unknown {
    return this.#forms.size === 0 ? thrown : this.#redactValue(thrown, 0);
  }

  /** Redacts the fields of a log line. */
  redactFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return this.redactThrown(fields) as Readonly<Record<string, unknown>>;
  }

  #addForm(form: string): void {
    if (form.length >= leastLength) this.#forms.add(form);
  }

  #redactValue(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.redact(value);
    if (typeof value !== "object" || value === null) return value;
    // Objects nested this deep are omitted instead of searched.
    if (depth > deepest) return undefined;
    const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
    return isPlain || value instanceof Error ? this.#redactObject(value, depth) : value;
  }

  /** Returns the same object if nothing in it changes. */
  #redactObject(value: object, depth: number): object {
    const fields = fieldsToLook(value).map(([name, field]) => {
      const clean = this.#redactValue(field, depth + 1);
      return { name, clean, hasChanged: clean !== field };
    });
    if (!fields.some(({ hasChanged }) => hasChanged)) return value;
    if (Array.isArray(value)) return fields.map(({ clean }) => clean);
    const descriptors = fields.map(({ name, clean }) => {
      const enumerable = Object.getOwnPropertyDescriptor(value, name)?.enumerable ?? false;
      return [name, { value: clean, enumerable, writable: true, configurable: true }] as const;
    });
    return Object.create(Object.getPrototypeOf(value) as object, Object.fromEntries(descriptors)) as object;
  }
}

/** Includes the non-enumerable fields of an Error. */
function fieldsToLook(value: object): (readonly [name: string, field: unknown])[] {
  if (Array.isArray(value)) return Object.entries(value as unknown[]);
  return Object.getOwnPropertyNames(value).map((name) => [name, (value as Readonly<Record<string, unknown>>)[name]]);
}
