import { ArgumentError, CapstanError, objectKeyText } from "@capstan/kube";
import { type Client, Secret } from "@capstan/runtime";
import { type SecretContent, formsOf, secretStringsOf, shortestSecret } from "./secret-strings.ts";

/** The description of a leaked secret and of the place where it was found, without the secret itself. */
export interface SecretLeak {
  /** Such as `Secret default/c1-ca, key tls.key`. */
  readonly secret: string;
  /** Such as `patch Machine/m1 status: .status.conditions[0].message`, or `log: .error.message`. */
  readonly where: string;
}

/** Secrets were found in public places. The message names both. */
export class SecretLeakError extends CapstanError {
  readonly code = "SecretLeaked";
  readonly retry = "never";
  /** Each leaked secret and its place. */
  readonly leaks: readonly SecretLeak[];

  constructor(leaks: readonly SecretLeak[]) {
    const lines = leaks.map(({ secret, where }) => `  ${secret}, in ${where}`);
    super(
      `Secrets were revealed; remove them from logs, Events, conditions and errors. If a value is not a secret, declare it with notSecret().\n${lines.join("\n")}`,
    );
    this.leaks = leaks;
  }
}

/**
 * Collects secrets and emitted values, in any order, and reports in the end which secret was emitted where.
 *
 * Every value of a Secret is confidential: plain, in base64, and in its parts that are confidential by themselves: lines of private keys,
 * bootstrap tokens, credentials of kubeconfigs, hashed passwords. Values of fewer than 8 characters, certificates, public keys and hashes
 * of CAs are not.
 *
 * @example
 * ```ts
 * import { SecretGuard } from "@capstan/testkit";
 *
 * const guard = new SecretGuard();
 * guard.add("the password of the cloud", "correct horse battery staple");
 * guard.emitted("log", "asked the cloud for servers");
 * guard.check(); // throws a SecretLeakError if the password was in it
 * ```
 */
export class SecretGuard {
  /** Confidential strings and their descriptions. */
  readonly #secrets = new Map<string, string>();
  /** Emitted strings, and where each was first found. */
  readonly #emitted = new Map<string, string>();
  readonly #public = new Set<string>();

  /** Adds the content of a Secret, or of a write to it; `name` includes the namespace. */
  addSecret(name: string, content: SecretContent): void {
    for (const [key, strings] of secretStringsOf(content)) this.#note(`Secret ${name}, key ${key}`, strings);
  }

  /**
   * Adds a confidential string that is in no Secret, such as the password of a cloud.
   *
   * @throws `ArgumentError` it is shorter than 8 characters, and would be found everywhere.
   */
  add(what: string, text: string): void {
    if (text.trim().length < shortestSecret) {
      throw new ArgumentError(`${what}: a string of fewer than ${shortestSecret} characters cannot be searched for`);
    }
    this.#note(what, formsOf(text));
  }

  /** Allows a string of a Secret to be emitted, such as a user name. */
  notSecret(text: string): void {
    for (const form of formsOf(text)) this.#public.add(form);
  }

  /** Adds all strings of an emitted value. */
  emitted(where: string, value: unknown): void {
    for (const [path, text] of stringLeaves(value)) {
      if (text.length < shortestSecret || this.#emitted.has(text)) continue;
      this.#emitted.set(text, path === "" ? where : `${where}: ${path}`);
    }
  }

  /** The leaked secrets and their places; each pair once. */
  leaks(): SecretLeak[] {
    const all = [...this.#emitted.keys()].join("\0");
    const found = new Map<string, SecretLeak>();
    for (const [text, secret] of this.#secrets) {
      if (this.#public.has(text) || !all.includes(text)) continue;
      for (const [emitted, where] of this.#emitted) {
        if (emitted.includes(text)) found.set(`${secret}\0${where}`, { secret, where });
      }
    }
    return [...found.values()];
  }

  /** How much has been collected: a search without secrets or without emitted values proves nothing. */
  get counts(): { readonly secrets: number; readonly emitted: number } {
    return { secrets: this.#secrets.size, emitted: this.#emitted.size };
  }

  /** @throws SecretLeakError a secret was emitted. */
  check(): void {
    const leaks = this.leaks();
    if (leaks.length > 0) throw new SecretLeakError(leaks);
  }

  #note(what: string, strings: ReadonlySet<string>): void {
    for (const text of strings) if (!this.#secrets.has(text)) this.#secrets.set(text, what);
  }
}

/**
 * All strings in a value, with their paths: `.status.conditions[0].message`. For errors, includes fields that plain JSON omits: message,
 * stack and cause.
 */
function stringLeaves(
  value: unknown,
  path = "",
  above: ReadonlySet<object> = new Set(),
): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null || above.has(value)) return [];
  const within = new Set(above).add(value);
  const names = value instanceof Error ? Object.getOwnPropertyNames(value) : Object.keys(value);
  return names.flatMap((name) => {
    const place = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`;
    // A name can leak too, for example that of a label or annotation.
    return [[place, name] as [string, string], ...stringLeaves(Reflect.get(value, name), place, within)];
  });
}

/** Adds the Secrets that other clients than this environment's have written. */
export async function noteSecrets(client: Client, secrets: SecretGuard): Promise<void> {
  for (const secret of (await client.list(Secret)).items) {
    secrets.addSecret(objectKeyText(secret.metadata), secret);
  }
}
