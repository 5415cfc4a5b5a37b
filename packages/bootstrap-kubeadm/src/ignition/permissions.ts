/**
 * Parses a file mode as YAML reads the Go provider's output: `0600` and `0o600` are octal, `0x180` is hexadecimal, `600` is decimal.
 *
 * @returns undefined if it is not a mode.
 */
export function parseMode(permissions: string): number | undefined {
  const [, octal, hexadecimal, decimal] =
    /^(?:0o?([0-7]+)|0x([0-9a-fA-F]+)|(0|[1-9]\d*))$/.exec(permissions.trim()) ?? [];
  const mode =
    octal !== undefined
      ? Number.parseInt(octal, 8)
      : hexadecimal !== undefined
        ? Number.parseInt(hexadecimal, 16)
        : Number(decimal);
  return mode <= 0o7777 ? mode : undefined;
}
