import { z } from 'zod'

const datum = z.union([z.string().max(4_096), z.number(), z.boolean(), z.array(z.union([z.string().max(4_096), z.number(), z.boolean()])).max(100), z.null()])

const MAX_KEYS = 200

/**
 * Schema of known data, which are the values that the server knows about a person: an object whose values are texts,
 * numbers, booleans or lists of them.
 */
export const knownData = z.record(z.string().regex(/^(?!__proto__$).{1,128}$/), datum).refine((data) => Object.keys(data).length <= MAX_KEYS, 'too many keys')
