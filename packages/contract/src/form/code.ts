import { z } from 'zod'

/**
 * Pattern for all codes: of customers, tags (definitions and steps), properties and templates (wire contract, "The
 * bundle file"). `__proto__` is not allowed, because JSON parsers reject it as a key.
 */
export const CODE_PATTERN = /^(?!__proto__$)[A-Za-z0-9_-]{1,64}$/

export const code = z.string().regex(CODE_PATTERN, 'must be 1 to 64 letters, digits, "_" or "-"')
