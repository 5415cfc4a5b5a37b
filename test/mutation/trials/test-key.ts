const separator = " > ";

/** The id of a test in a run: its file, and its name after those of its suites. */
export function testKey(file: string, name: string): string {
  return `${file}${separator}${name}`;
}

export function fileOf(key: string): string {
  return key.slice(0, key.indexOf(separator));
}
