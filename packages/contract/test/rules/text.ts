import { heldRules } from './held.ts'
import { writtenRules } from './written.ts'

export const text = [
  ...writtenRules('text'),
  ...heldRules('text', { settings: {}, datum: ' Anna ', known: 'Anna', preset: 'Web', typed: 'Bruno', wire: 'Bruno', empty: '' }),
]
