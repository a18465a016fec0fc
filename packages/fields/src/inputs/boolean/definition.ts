import type { InputDefinition } from '../../define-input.ts'
import { noIssue } from '../../issue.ts'

/**
 * The boolean input, a single checkbox. A required boolean must be true (visitor specification, section 5), so false is
 * treated as a missing answer.
 */
export const boolean: InputDefinition<object, boolean> = {
  empty: false,
  accepts: (value) => typeof value === 'boolean',
  isEmpty: (value) => !value,
  check: () => noIssue,
  text: (value, _settings, words) => (value ? words.yes : words.no),
}
