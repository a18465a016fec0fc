import { REQUIRED, type Rule, rulesOf } from './rule.ts'

const list = {
  options: [
    { key: 'a', value: 'Prima voce', icon: '🚲' },
    { key: 'b', value: 'Seconda voce' },
    { key: '0', value: 'Nessuna' },
  ],
}
const map = { options: { 'Prima voce': 'a', 'Seconda voce': 'b', Nessuna: '0' } }

/** Rules for a choice among the author's own options, given as a list or as a map of label to value. */
export function choiceRules(type: 'select' | 'select_data_source'): Rule[] {
  const { accepts, refuses } = rulesOf(type)
  const none = { wire: undefined }
  return [
    ...(
      [
        ['a list', list],
        ['a map', map],
      ] as const
    ).flatMap(([what, settings]) => [
      refuses(`${what}; required: is not answered by nothing`, settings, '', ['campo_richiesto'], { ...REQUIRED, ...none }),
      refuses(`${what}; required: is not answered where nobody has touched it`, settings, undefined, ['campo_richiesto'], REQUIRED),
      accepts(`${what}; required: an option's key`, settings, 'a', REQUIRED),
      accepts(`${what}; not required: may be empty`, settings, '', none),
      accepts(`${what}; a key of nought`, settings, '0', REQUIRED),
      refuses(`${what}; a label is no key`, settings, 'Prima voce', ['opzione_non_valida']),
      refuses(`${what}; a key of none`, settings, 'z', ['opzione_non_valida']),
      refuses(`${what}; a key in capitals`, settings, 'A', ['opzione_non_valida']),
      refuses(`${what}; a key with a blank`, settings, 'a ', ['opzione_non_valida']),
      refuses(`${what}; what an object has by nature`, settings, 'constructor', ['opzione_non_valida']),
      refuses(`${what}; a number is no key`, settings, 0, ['campo_formato']),
      refuses(`${what}; a list of keys`, settings, ['a'], ['campo_formato']),
      refuses(`${what}; true`, settings, true, ['campo_formato']),
      accepts(`${what}; font_case leaves keys alone`, settings, 'a', { fontCase: 'upper' }),
      accepts(`${what}; starts with its default`, { ...settings, default: 'b' }, undefined, { wire: 'b' }),
    ]),
    accepts('of two options with one key the first counts', { options: [...list.options, { key: 'a', value: 'Doppia' }] }, 'a'),
  ]
}
