/** Returns the text in lower case and without diacritics, so that a search for "citta" finds "Città". */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
