import type { Definition, DraftNode } from '@sportello/contract'
import { expect, test } from 'vitest'
import { treeOf } from './definition.ts'
import { withStaleTexts } from './follow-document.ts'
import { afterTranslation, followOriginal } from './follow-original.ts'
import { withIds } from './ids.ts'
import { textsOf, withTexts } from './texts.ts'
import { firstTexts, translationOf } from './translation.ts'

type Content = DraftNode['content']
const field = (label: string, options: Record<string, string>, more: object = {}) => ({
  kind: 'field' as const,
  content: {
    type: 'PROPERTY',
    ordering: 1,
    required: false,
    value: {
      property_code: 'where',
      property_description: label,
      default_value: { input_type: 'select', options: Object.entries(options).map(([key, value]) => ({ key, value })) },
    },
    ...more,
  } as unknown as Content,
})
const twin = (label: string, options: Record<string, string>, more: object = {}) => field(label, options, { twin_of: 'where', ...more })
const labelOf = ({ value }: Content) => (value as { property_description: string }).property_description
const optionsOf = ({ value }: Content) => (value as { default_value: { options: { key: string; value: string }[] } }).default_value.options

test('the texts of a field are named by the keys of their options, so that a reordered list keeps its translations', () => {
  const node = field('Dove?', { nord: 'Nord', sud: 'Sud' })
  expect(textsOf(node).map(({ key, text }) => [key, text])).toEqual([
    ['value.property_description', 'Dove?'],
    ['value.default_value.options.nord.value', 'Nord'],
    ['value.default_value.options.sud.value', 'Sud'],
  ])
  const changed = withTexts(node, new Map([['value.default_value.options.sud.value', 'South']]))
  expect(optionsOf(changed)).toEqual([
    { key: 'nord', value: 'Nord' },
    { key: 'sud', value: 'South' },
  ])
  expect(optionsOf(node.content)[1]).toEqual({ key: 'sud', value: 'Sud' })
})

test('a text whose original changes is recorded with the earlier original, until the original is again the same', () => {
  const german = twin('Wo?', { nord: 'Norden' })
  const changed = followOriginal(field('Dove?', { nord: 'Nord' }), field('Dove si trova?', { nord: 'Nord' }), german)
  expect(changed.translated_from).toEqual({ 'value.property_description': 'Dove?' })
  expect(labelOf(changed)).toBe('Wo?')
  const again = followOriginal(field('Dove si trova?', { nord: 'Nord' }), field('Dove, di preciso?', { nord: 'Nord' }), { kind: 'field', content: changed })
  expect(again.translated_from).toEqual({ 'value.property_description': 'Dove?' })
  const back = followOriginal(field('Dove, di preciso?', { nord: 'Nord' }), field('Dove?', { nord: 'Nord' }), { kind: 'field', content: again })
  expect(back).toEqual(german.content)
})

test('a translation that had the settings of its original gets the changed settings, and copies of the new texts', () => {
  const before = field('Dove?', { nord: 'Nord' })
  const after = field('Dove?', { sud: 'Sud', nord: 'Nord' }, { required: true })
  const followed = followOriginal(before, after, twin('Wo?', { nord: 'Norden' }))
  expect(followed.required).toBe(true)
  expect(followed.twin_of).toBe('where')
  expect(labelOf(followed)).toBe('Wo?')
  expect(optionsOf(followed)).toEqual([
    { key: 'sud', value: 'Sud' },
    { key: 'nord', value: 'Norden' },
  ])
  expect(followed.translated_from).toEqual({ 'value.default_value.options.sud.value': '' })
  // A copy follows its original until somebody translates it.
  const renamed = followOriginal(after, field('Dove?', { sud: 'A sud', nord: 'Nord' }, { required: true }), { kind: 'field', content: followed })
  expect(optionsOf(renamed)[0]).toEqual({ key: 'sud', value: 'A sud' })
  expect(renamed.translated_from).toEqual({ 'value.default_value.options.sud.value': '' })
})

test('a translation with other settings than its original keeps them', () => {
  const german = twin('Wo?', { nord: 'Norden', mitte: 'Mitte' })
  expect(followOriginal(field('Dove?', { nord: 'Nord' }), field('Dove?', { nord: 'Nord' }, { required: true }), german)).toBe(german.content)
})

test('a text that a translator changes is up to date again, and a record that the translator changes stays', () => {
  const stale = twin('Wo?', { nord: 'Norden' }, { translated_from: { 'value.property_description': 'Dove?', 'value.default_value.options.nord.value': '' } })
  const translated = twin('Wo genau?', { nord: 'Norden' }, { translated_from: stale.content.translated_from })
  expect(afterTranslation(stale, translated).translated_from).toEqual({ 'value.default_value.options.nord.value': '' })
  const confirmed = twin('Wo?', { nord: 'Norden' }, { translated_from: { 'value.default_value.options.nord.value': '' } })
  expect(afterTranslation(stale, confirmed)).toBe(confirmed.content)
})

const language = (code: string, children: object[], twinOf?: string) => ({
  id: code,
  code_tag: code,
  tag_description: code,
  tag_type: 'FORM_LANG',
  params: [{ params_type: 'FORM_LANG', lang_code: code }],
  ...(twinOf && { twin_of: twinOf }),
  form_fields: [],
  children,
})
const step = (code: string, title: string, more: object = {}) => ({ id: code, code_tag: code, tag_description: title, form_fields: [], children: [], ...more })
const form = (...children: object[]) => ({ code_tag: 'form', tag_description: 'form', form_params: {}, form_fields: [], children }) as unknown as Definition

test('a comparison lists texts with their states, steps without a translation, and translations without an original', () => {
  const tree = treeOf(
    form(
      language('it', [
        step('buca', 'Buca'),
        step('luce', 'Luce', { description: 'Lampioni' }),
        step('solo', 'Carta d’identità', { only_here: 'Only in Italy' }),
        step('nuovo', 'Nuovo'),
      ]),
      language(
        'de',
        [
          step('de-buca', 'Schlagloch', { twin_of: 'buca', translated_from: { tag_description: 'Buche' } }),
          step('de-luce', 'Luce', { twin_of: 'luce', translated_from: { tag_description: '' } }),
          step('de-alt', 'Altes', { twin_of: 'vecchio' }),
        ],
        'it',
      ),
    ),
  )
  const { texts, missing, orphans, unpaired } = translationOf(tree, 'de') ?? { texts: [], missing: [], orphans: [], unpaired: [] }
  expect(texts.map(({ key, source, target, earlier, state }) => [key, source, target, earlier, state])).toEqual([
    ['tag_description', 'Buca', 'Schlagloch', 'Buche', 'stale'],
    ['tag_description', 'Luce', 'Luce', undefined, 'untranslated'],
    ['description', 'Lampioni', '', undefined, 'untranslated'],
  ])
  expect(missing.map(({ id }) => id)).toEqual(['nuovo'])
  expect(orphans.map(({ id }) => id)).toEqual(['de-alt'])
  expect(unpaired.map(({ id }) => id)).toContain('de-alt')
  const [first] = missing
  tree.edit([{ type: 'set', id: 'de-alt', path: ['twin_of'], value: first?.id ?? '' }])
  expect(translationOf(tree, 'de')?.missing.map(({ id }) => id)).not.toContain(first?.id)
  expect(translationOf(tree, 'de')?.unpaired.map(({ id }) => id)).not.toContain('de-alt')
  expect(translationOf(tree, 'it')).toBeUndefined()
  expect(translationOf(tree, 'fr')).toBeUndefined()
})

test('a document marks exactly the translations whose original changed, and keeps the records of the earlier document', () => {
  const written = (title: string, german: string) =>
    form(language('it', [step('buca', title)]), language('de', [step('de-buca', german, { twin_of: 'buca' })], 'it'))
  const recordOf = (definition: Definition) => definition.children[1]?.children[0]?.translated_from
  const first = withIds(written('Buca', 'Schlagloch'))
  expect(withStaleTexts(first, first)).toEqual(first)
  const second = withStaleTexts(withIds(written('Buca profonda', 'Schlagloch'), first), first)
  expect(recordOf(second)).toEqual({ tag_description: 'Buca' })
  expect(recordOf(withStaleTexts(withIds(written('Buca profonda', 'Schlagloch'), second), second))).toEqual({ tag_description: 'Buca' })
  expect(recordOf(withStaleTexts(withIds(written('Buca profonda', 'Tiefes Schlagloch'), second), second))).toBeUndefined()
  expect(recordOf(withStaleTexts(withIds(written('Buca nuova', 'Neues Schlagloch'), first), first))).toBeUndefined()
})

test('the first texts are the beginning of the comparison, up to the wanted number of texts that need work', () => {
  const steps = Array.from({ length: 40 }, (_, at) => step(`s${at}`, `Passo ${at}`, { children: [step(`s${at}-a`, `Sotto ${at}`)] }))
  const german = steps.map(({ id }, at) =>
    step(`de-${id}`, `Schritt ${at}`, {
      twin_of: id,
      ...(at % 2 === 0 && { translated_from: { tag_description: '' } }),
      children: [step(`de-${id}-a`, `Unter ${at}`, { twin_of: `${id}-a` })],
    }),
  )
  const tree = treeOf(form(language('it', steps), language('de', german, 'it')))
  const all = translationOf(tree, 'de')?.texts ?? []
  expect(all).toHaveLength(80)
  // The third text that needs work is the title of the fifth step.
  expect(firstTexts(tree, 'de', 3)).toEqual(all.slice(0, 9))
  expect(firstTexts(tree, 'de', 20)).toEqual(all.slice(0, 77))
  expect(firstTexts(tree, 'de', 21)).toBeUndefined()
  expect(firstTexts(tree, 'it', 1)).toBeUndefined()
})
