import { z } from 'zod'

/** Marks a translation that a machine made. It is the object replacement character, which no text of a form contains. */
export const MACHINE_MADE = '\ufffc'

/**
 * For a translated step or field: the texts that need a translator's work, by the name of their place in the node. Each
 * has the original text from which it was translated; an empty text means that it was copied and never translated, and
 * `MACHINE_MADE` that a translation service wrote it and nobody has accepted it.
 */
export const translatedFrom = z.record(z.string(), z.string())
