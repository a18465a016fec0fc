/** Letters without their marks and their case, so that "citta" finds "Città". */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
