export function findingsIn(text: string): string[];
export function pages(): string[];
