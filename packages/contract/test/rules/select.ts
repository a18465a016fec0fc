import { choiceRules } from './choices.ts'
import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('select')
const options = { options: { Uno: 'a', Due: 'b', Tre: 'c' } }
const buttons = { ...options, isButtons: true }

export const select = [
  ...choiceRules('select'),
  accepts('isButtons: an option’s key', buttons, 'a', REQUIRED),
  refuses('isButtons; required: no button is pressed', buttons, '', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  refuses('isButtons: an unknown key', buttons, 'z', ['opzione_non_valida']),
  ...heldRules('select', { settings: options, datum: 'c', known: 'c', preset: 'b', typed: 'a', wire: 'a', empty: '' }),
]
