import { REQUIRED, type Rule, rulesOf } from './rule.ts'

const list = {
  options: [
    { key: 'a', value: 'Prima voce', icon: '🚲' },
    { key: 'b', value: 'Seconda voce' },
    { key: '0', value: 'Nessuna' },
  ],
}
const map = { options: { 'Prima voce': 'a', 'Seconda voce': 'b', Nessuna: '0' } }

/**
 * Rows of the rules table for inputs with options. The author defines the options either as a list, or as an object
 * that maps each label to its value.
 */
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
      refuses(`${what}; required: an empty text`, settings, '', ['campo_richiesto'], { ...REQUIRED, ...none }),
      refuses(`${what}; required: an untouched field`, settings, undefined, ['campo_richiesto'], REQUIRED),
      accepts(`${what}; required: an option's key`, settings, 'a', REQUIRED),
      accepts(`${what}; not required: an empty answer`, settings, '', none),
      accepts(`${what}; the key "0"`, settings, '0', REQUIRED),
      refuses(`${what}; a label instead of a key`, settings, 'Prima voce', ['opzione_non_valida']),
      refuses(`${what}; an unknown key`, settings, 'z', ['opzione_non_valida']),
      refuses(`${what}; a key in capitals`, settings, 'A', ['opzione_non_valida']),
      refuses(`${what}; a key followed by a space`, settings, 'a ', ['opzione_non_valida']),
      refuses(`${what}; the name of an inherited object property`, settings, 'constructor', ['opzione_non_valida']),
      refuses(`${what}; a number instead of a key`, settings, 0, ['campo_formato']),
      refuses(`${what}; a list of keys instead of one key`, settings, ['a'], ['campo_formato']),
      refuses(`${what}; true instead of a key`, settings, true, ['campo_formato']),
      accepts(`${what}; font_case does not change keys`, settings, 'a', { fontCase: 'upper' }),
      accepts(`${what}; the default is preselected`, { ...settings, default: 'b' }, undefined, { wire: 'b' }),
    ]),
    accepts('two options with the same key', { options: [...list.options, { key: 'a', value: 'Doppia' }] }, 'a'),
  ]
}
