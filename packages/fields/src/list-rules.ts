/**
 * Returns a type guard for the answer of a list input, which is a list of texts or of finite numbers. NaN and infinity
 * are rejected, because JSON cannot represent them.
 */
export function isListOf<T extends 'string' | 'number'>(type: T) {
  return (value: unknown): value is readonly (T extends 'string' ? string : number)[] =>
    Array.isArray(value) && value.every((each) => typeof each === type && (type === 'string' || Number.isFinite(each)))
}
