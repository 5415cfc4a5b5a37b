/** Sets a field of an object, whatever its name. A plain assignment to `__proto__` would set the prototype. */
export function setField(fields: object, name: string | number, value: unknown): void {
  if (name === "__proto__") Object.defineProperty(fields, name, { value, ...ordinary });
  else (fields as Record<string | number, unknown>)[name] = value;
}

const ordinary = { configurable: true, enumerable: true, writable: true } as const;
