import { describe, expect, test } from 'vitest'
import { type PlannedStep, planSteps } from './layout.ts'
import type { SourceQuestion, SourceSection } from './source-form.ts'

const question = (name: string, input: SourceQuestion['input'] = { type: 'text' }): SourceQuestion => ({
  kind: 'question',
  name,
  place: name,
  label: { default: name },
  required: true,
  input,
})
const choice = (name: string, ...keys: string[]) => question(name, { type: 'select', choices: keys.map((key) => ({ key, label: {} })) })
const page = (name: string, entries: SourceSection['entries'], shown?: [question: string, ...values: string[]]): SourceSection => ({
  name,
  place: name,
  title: { default: name },
  entries,
  ...(shown && { condition: { text: shown.join(' '), question: shown[0], values: shown.slice(1) } }),
})
const text = (place: string) => ({ kind: 'block', place, html: { default: place } }) as const

/**
 * Writes the planned steps of an imported form as text: each step with the names of its questions, followed by its
 * child steps in brackets.
 */
function shapeOf({ name, entries, children }: PlannedStep): string {
  const questions = entries.flatMap(({ entry, optional }) => (entry.kind === 'question' ? [`${entry.name}${optional ? '?' : ''}`] : []))
  return `${name}:${questions.join('+')}${children.length > 0 ? ` (${children.map(shapeOf).join(', ')})` : ''}`
}
const plan = (sections: SourceSection[], levels = 20) => {
  const step = planSteps(sections, levels)
  return step && shapeOf(step)
}
const countOf = (step: PlannedStep): number => step.children.reduce((sum, child) => sum + countOf(child), 1)

describe('planSteps (the steps planned for an imported form)', () => {
  test.each<[what: string, sections: SourceSection[], shape: string | undefined]>([
    ['makes a chain of pages', [page('a', [question('x')]), page('b', [question('y')])], 'a:x (b:y)'],
    ['drops pages without elements', [page('a', []), page('b', [question('y')])], 'b:y'],
    ['plans nothing without elements', [page('a', [])], undefined],
    ['joins the last pages without questions', [page('a', [question('x')]), page('b', [text('t')]), page('c', [text('u')])], 'a:x'],
    ['keeps a first page without questions', [page('a', [text('t')]), page('b', [question('y')])], 'a: (b:y)'],
    [
      'makes the options of a deciding question steps and copies the pages after them',
      [page('a', [question('x'), choice('q', 'l', 'r')]), page('b', [question('y')], ['q', 'l']), page('c', [question('z')])],
      'a:x (l:y (c:z), r:z)',
    ],
    [
      'shows a page for several options',
      [page('a', [choice('q', 'l', 'm', 'r')]), page('b', [question('y')], ['q', 'l', 'm']), page('c', [question('z')], ['q', 'r'])],
      'a: (l:y, m:y, r:z)',
    ],
    ['does not branch if an option would lead to no question', [page('a', [choice('q', 'l', 'r')]), page('b', [question('y')], ['q', 'l'])], 'a:q (b:y?)'],
    [
      'does not branch on a question of the same page only',
      [page('a', [choice('q', 'l', 'r'), { ...question('y'), condition: { text: 'q l', question: 'q', values: ['l'] } }])],
      'a:q+y?',
    ],
    [
      'resolves conditions of single questions on the pages after a branching',
      [
        page('a', [choice('q', 'l', 'r')]),
        page('b', [question('y')], ['q', 'l']),
        page('c', [question('z'), { ...question('w'), condition: { text: 'q r', question: 'q', values: ['r'] } }]),
      ],
      'a: (l:y (c:z), r:z+w)',
    ],
    [
      'branches again inside of a branch',
      [page('a', [choice('q', 'l', 'r')]), page('b', [choice('p', 'u', 'v')], ['q', 'l']), page('c', [question('y')], ['p', 'u']), page('d', [question('z')])],
      'a: (l: (u:y (d:z), v:z), r:y? (d:z))',
    ],
    [
      'makes questions under an unclear condition optional',
      [page('a', [question('x')]), { ...page('b', [question('y')]), condition: { text: '?' } }],
      'a:x (b:y?)',
    ],
  ])('%s', (_what, sections, shape) => {
    expect(plan(sections)).toBe(shape)
  })

  test('merges the pages that would be below the maximum depth into the last step', () => {
    const pages = ['a', 'b', 'c', 'd'].map((name) => page(name, [question(name)]))
    expect(plan(pages, 2)).toBe('a:a (b:b (c:c+d))')
    expect(planSteps(pages, 2)?.children[0]?.children[0]?.joined).toBe(1)
  })

  const doubling = (pages: number) =>
    Array.from({ length: pages }, (_, at) => page(`p${at}`, [question(`t${at}`), choice(`q${at}`, 'l', 'r')], at === 0 ? undefined : [`q${at - 1}`, 'l', 'r']))
  test.each<[what: string, sections: SourceSection[], steps: number]>([
    ['branches while the copies are few', doubling(9), 511],
    ['makes a chain if there would be more than 1,000 steps', doubling(10), 10],
    [
      'makes a chain if the copies would be larger than 4 MB',
      [
        page('a', [choice('q', ...Array.from({ length: 100 }, (_, at) => `o${at}`))]),
        page('b', [question('y')], ['q', 'o1']),
        page('c', [question('z'), text('x'.repeat(50_000))]),
      ],
      3,
    ],
  ])('%s', (_what, sections, steps) => {
    const step = planSteps(sections, 20)
    expect(step && countOf(step)).toBe(steps)
  })
})
