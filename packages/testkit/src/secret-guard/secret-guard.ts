import { ArgumentError, CapstanError } from "@capstan/kube";
import { type SecretContent, formsOf, secretStringsOf, shortestSecret } from "./secret-strings.ts";
import { stringLeaves } from "./string-leaves.ts";

/** A secret, and where it was found. Neither is the secret itself. */
export interface SecretLeak {
  /** Such as `Secret default/c1-ca, key tls.key`. */
  readonly secret: string;
  /** Such as `patch Machine/m1 status: .status.conditions[0].message`, or `log: .error.message`. */
  readonly where: string;
}

/** Secrets were found in public places. The message says which, and where. */
export class SecretLeakError extends CapstanError {
  readonly code = "SecretLeaked";
  readonly retry = "never";
  /** Each secret that got out, and where to. */
  readonly leaks: readonly SecretLeak[];

  constructor(leaks: readonly SecretLeak[]) {
    const lines = leaks.map(({ secret, where }) => `  ${secret}, in ${where}`);
    super(
      `Secrets were revealed; leave them out of logs, Events, conditions and errors. If a value is not a secret, declare so with notSecret().\n${lines.join("\n")}`,
    );
    this.leaks = leaks;
  }
}

/**
 * Collects secrets and everything that is emitted, in any order, and reports at the end which secret was emitted where.
 *
 * Every value of a Secret is a secret: whole, in base64, and in the parts that are secret by themselves: lines of private keys,
 * bootstrap tokens, credentials of kubeconfigs, hashed passwords. Values of fewer than 8 characters, certificates, public keys and
 * hashes of CAs are not secrets.
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
  /** The strings, and what they are of. */
  readonly #secrets = new Map<string, string>();
  /** The strings, and where they were first found. */
  readonly #emitted = new Map<string, string>();
  readonly #public = new Set<string>();

  /** Notes what a Secret holds, or a write of one; `name` is its name with the namespace. */
  addSecret(name: string, content: SecretContent): void {
    for (const [key, strings] of secretStringsOf(content)) this.#note(`Secret ${name}, key ${key}`, strings);
  }

  /**
   * Notes a string that is secret although no Secret has it, such as the password of a cloud.
   *
   * @throws `ArgumentError` it is shorter than 8 characters, and would be found everywhere.
   */
  add(what: string, text: string): void {
    if (text.trim().length < shortestSecret) {
      throw new ArgumentError(`${what}: a string of fewer than ${shortestSecret} characters cannot be searched for`);
    }
    this.#note(what, formsOf(text));
  }

  /** Allows a string to be emitted, although a Secret contains it, such as a user name. */
  notSecret(text: string): void {
    for (const form of formsOf(text)) this.#public.add(form);
  }

  /** Notes all strings of what was made public. */
  emitted(where: string, value: unknown): void {
    for (const [path, text] of stringLeaves(value)) {
      if (text.length < shortestSecret || this.#emitted.has(text)) continue;
      this.#emitted.set(text, path === "" ? where : `${where}: ${path}`);
    }
  }

  /** Which secrets have been found, and where: each place once for each secret. */
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

  /** How much has been collected: a search that has nothing to search for, or in, proves nothing. */
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
