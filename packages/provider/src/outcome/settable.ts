/**
 * `T` as author code may give it: lists may be read-only, such as those of an object of the cache, and optional fields `undefined`,
 * which is as if they were left out.
 */
export type Settable<T> = T extends readonly (infer Item)[]
  ? readonly Settable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: object extends Pick<T, Name> ? Settable<T[Name]> | undefined : Settable<T[Name]> }
    : T;
