import { z } from 'zod'

/**
 * Returns the schema for a text that people type. The text is trimmed, must not be empty, and must not contain control
 * characters except line breaks and tabs.
 */
export const plainText = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maximum)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the rule rejects
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$/)
