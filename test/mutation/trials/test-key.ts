const separator = " > ";

/** What a test is called in a run: its file, and its name with those of the suites around it. */
export function testKey(file: string, name: string): string {
  return `${file}${separator}${name}`;
}

export function fileOf(key: string): string {
  return key.slice(0, key.indexOf(separator));
}
