/** Converts a text to lower case without diacritics, so that a search for "citta" finds "Città". */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
