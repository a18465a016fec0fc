import { z } from 'zod'

/** Returns the schema of a text that people type: without surrounding spaces, not empty, and without invisible control characters except line breaks and tabs. */
export const plainText = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maximum)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the rule rejects
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$/)
