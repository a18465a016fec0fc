import { describe, expect, test } from 'vitest'
import { siblingSteps } from './sibling-steps.ts'
import type { Tag } from './tag.ts'

const question = (code: string) =>
  ({
    type: 'PROPERTY',
    ordering: 1,
    value: { property_code: code, property_description: code, default_value: { input_type: 'text' } },
  }) as Tag['form_fields'][number]
const step = (code_tag: string, codes: readonly string[], children: readonly Tag[] = []) =>
  ({ code_tag, tag_description: code_tag, form_fields: codes.map(question), children }) as Tag
const language = (lang_code: string, children: readonly Tag[]) =>
  ({ ...step(lang_code, [], children), tag_type: 'FORM_LANG', params: [{ params_type: 'FORM_LANG', lang_code }] }) as Tag

const root = step(
  'root',
  [],
  [
    language('it', [step('strade', [], [step('buche', ['via', 'foto']), step('luci', ['via'])]), step('idee', ['idea'])]),
    language('de', [step('de-strassen', [], [step('de-loecher', ['foto', 'via']), step('de-licht', ['via'])]), step('de-ideen', ['idea'])]),
    language('en', [step('en-ideas', ['idea']), step('en-lights', ['via']), step('en-more-lights', ['via'])]),
  ],
)

function pathTo(code: string, from: Tag = root): Tag[] | undefined {
  if (from.code_tag === code) return [from]
  const found = from.children.map((child) => pathTo(code, child)).find((path) => path !== undefined)
  return found && [from, ...found]
}

describe('siblingSteps (the same step in the other languages of a form)', () => {
  test.each<[code: string, siblings: Record<string, string>, why: string]>([
    ['buche', { de: 'de-loecher' }, 'the step at the same position has the same questions in another order'],
    ['de-licht', { it: 'luci' }, 'starting from another language; two English steps have the same questions, so neither is chosen'],
    ['idee', { de: 'de-ideen', en: 'en-ideas' }, 'the only step with the same questions is at another position'],
    ['it', { de: 'de', en: 'en' }, 'a language step is equivalent to the other language steps'],
    ['strade', { de: 'de-strassen' }, 'a choice with the same number of options at the same position'],
    ['root', {}, 'the root belongs to no language'],
  ])('for the step %s returns %o (%s)', (code, siblings) => {
    expect(siblingSteps(pathTo(code) ?? [])).toEqual(siblings)
  })

  test('the translation that the author has assigned is preferred to a step at the same position with the same questions', () => {
    const named = (id: string, twin_of?: string) => ({ ...step(id, ['dove']), id, ...(twin_of && { twin_of }) })
    const form = step('root', [], [language('it', [named('campo'), named('spogliatoio')]), language('en', [named('room', 'spogliatoio'), named('other')])])
    expect(siblingSteps(pathTo('spogliatoio', form) ?? [])).toEqual({ en: 'room' })
    expect(siblingSteps(pathTo('room', form) ?? [])).toEqual({ it: 'spogliatoio' })
  })
})
