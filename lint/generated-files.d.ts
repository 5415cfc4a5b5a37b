export const generatedFiles: string[];
