import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('boolean')

export const boolean = [
  refuses('required: unticked', {}, false, ['campo_richiesto'], REQUIRED),
  refuses('required: untouched', {}, undefined, ['campo_richiesto'], { ...REQUIRED, wire: false }),
  accepts('required: ticked', {}, true, REQUIRED),
  accepts('required: untouched, ticked by its default', { default: true }, undefined, { ...REQUIRED, wire: true }),
  refuses('required: default true, unticked by the visitor', { default: true }, false, ['campo_richiesto'], REQUIRED),
  refuses('required: untouched, default false', { default: false }, undefined, ['campo_richiesto'], { ...REQUIRED, wire: false }),
  accepts('not required: unticked', {}, false),
  accepts('not required: untouched means false', {}, undefined, { wire: false }),
  refuses('a text instead of a boolean', {}, 'true', ['campo_formato']),
  refuses('the number 1 instead of a boolean', {}, 1, ['campo_formato']),
  refuses('the number 0 instead of a boolean', {}, 0, ['campo_formato']),
  refuses('a list instead of a boolean', {}, [true], ['campo_formato']),
  refuses('required: the known datum "no" means false', {}, undefined, ['campo_richiesto'], {
    field: { required: true, mapping: 'socio' },
    known: { socio: 'no' },
    wire: false,
  }),
  accepts('the known datum "1" means true', {}, undefined, { field: { required: true, mapping: 'socio' }, known: { socio: '1' }, wire: true }),
  ...heldRules('boolean', { settings: {}, datum: 'true', known: true, preset: true, typed: false, wire: false, empty: false }),
]
