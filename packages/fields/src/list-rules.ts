/** Guards a list of texts or numbers; JSON has no NaN and no infinity, so they are no numbers here. */
export function isListOf<T extends 'string' | 'number'>(type: T) {
  return (value: unknown): value is readonly (T extends 'string' ? string : number)[] =>
    Array.isArray(value) && value.every((each) => typeof each === type && (type === 'string' || Number.isFinite(each)))
}
