import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('boolean')

export const boolean = [
  refuses('required: must be true', {}, false, ['campo_richiesto'], REQUIRED),
  refuses('required: untouched it is not true', {}, undefined, ['campo_richiesto'], { ...REQUIRED, wire: false }),
  accepts('required: ticked it is', {}, true, REQUIRED),
  accepts('required: ticked by its default it is', { default: true }, undefined, { ...REQUIRED, wire: true }),
  refuses('required: a default that was unticked', { default: true }, false, ['campo_richiesto'], REQUIRED),
  refuses('required: a default of false', { default: false }, undefined, ['campo_richiesto'], { ...REQUIRED, wire: false }),
  accepts('not required: may be unticked', {}, false),
  accepts('not required: untouched it is unticked', {}, undefined, { wire: false }),
  refuses('a text is no boolean', {}, 'true', ['campo_formato']),
  refuses('nor is one', {}, 1, ['campo_formato']),
  refuses('nor is nought', {}, 0, ['campo_formato']),
  refuses('nor is a list', {}, [true], ['campo_formato']),
  refuses('known as "no" is not true', {}, undefined, ['campo_richiesto'], {
    field: { required: true, mapping: 'socio' },
    known: { socio: 'no' },
    wire: false,
  }),
  accepts('known as "1" is true', {}, undefined, { field: { required: true, mapping: 'socio' }, known: { socio: '1' }, wire: true }),
  ...heldRules('boolean', { settings: {}, datum: 'true', known: true, preset: true, typed: false, wire: false, empty: false }),
]
