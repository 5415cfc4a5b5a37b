/**
 * `T` as your code may pass it: lists may be read-only, such as those of an object in the cache, and optional fields may be `undefined`,
 * which counts as omitted.
 */
export type Settable<T> = T extends readonly (infer Item)[]
  ? readonly Settable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: object extends Pick<T, Name> ? Settable<T[Name]> | undefined : Settable<T[Name]> }
    : T;
