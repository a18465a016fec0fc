import { z } from 'zod'

/**
 * For a translated step or field: the texts that need a translator's work, by the name of their place in the node. Each
 * has the original text from which it was translated; an empty text means that it was copied and never translated.
 */
export const translatedFrom = z.record(z.string(), z.string())
