const mask = "[secret]";
/** A shorter text, in characters, occurs in too many others to be removed from them. */
const leastLength = 4;
/** A line of a longer secret counts as a secret of its own from this length on: tools often quote the line that they failed on. */
const leastLineLength = 16;
/** How deep errors and the data in them are looked through. */
const deepest = 8;

/** The secrets that one reconcile has met. Everything it reports is cleared of them. */
export class SecretStrings {
  readonly #forms = new Set<string>();

  /** Keeps a text out of everything reported from now on, also without white space around it, in base64, in JSON, line by line. */
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
    // Longest first: a part must not be removed before the whole is found.
    const forms = [...this.#forms].sort((a, b) => b.length - a.length);
    return forms.reduce((clean, form) => clean.replaceAll(form, mask), text);
  }

  /**
   * A thrown value without the secrets, its causes included: of the same class and with the same fields. The very same value
   * if there is nothing to hide in it.
   */
  redactThrown(thrown: unknown): unknown {
    return this.#forms.size === 0 ? thrown : this.#redactValue(thrown, 0);
  }

  /** The fields of a log line without the secrets. */
  redactFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return this.redactThrown(fields) as Readonly<Record<string, unknown>>;
  }

  #addForm(form: string): void {
    if (form.length >= leastLength) this.#forms.add(form);
  }

  #redactValue(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.redact(value);
    if (typeof value !== "object" || value === null) return value;
    // Objects nested this deep are not searched but left out.
    if (depth > deepest) return undefined;
    const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
    return isPlain || value instanceof Error ? this.#redactObject(value, depth) : value;
  }

  /** The very same object if nothing in it has to change. */
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

/** With those of an Error that are not enumerable. */
function fieldsToLook(value: object): (readonly [name: string, field: unknown])[] {
  if (Array.isArray(value)) return Object.entries(value as unknown[]);
  return Object.getOwnPropertyNames(value).map((name) => [name, (value as Readonly<Record<string, unknown>>)[name]]);
}
