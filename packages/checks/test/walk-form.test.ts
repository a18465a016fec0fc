import { type Definition, LANGUAGES } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { type MadeRequest, matchesPattern, textOfFinding, walkForm } from '../src/index.ts'
import { PlantBed, SOUND, soundDefinition } from './plant-bed.ts'

const CONTEXT = { today: '2026-11-24', matches: matchesPattern }

function walk(definition: Definition, more: Partial<Parameters<typeof walkForm>[1]> = {}) {
  const walking = walkForm(definition, { context: CONTEXT, ...more })
  for (let at = walking.next(); ; at = walking.next()) if (at.done) return at.value
}

describe('walkForm (tries every path through a form) with a form without errors', () => {
  test.each(SOUND)('finds in %s %s that a request can be submitted on every path', (_file, code) => {
    const { findings, steps, paths, tried, accepted, refused } = walk(soundDefinition(code))
    expect(findings).toEqual([])
    expect(paths).toBeGreaterThan(2)
    expect(steps).toBeGreaterThan(paths)
    expect(accepted, 'a smallest and a largest request of each path').toBe(paths * 2)
    const wrong = Object.values(refused).reduce((sum, times) => sum + times, 0)
    expect(wrong, 'every other request is refused by a rule').toBe(tried - accepted)
    expect(wrong).toBeGreaterThan(0)
  })

  test('reports its progress', () => {
    const walking = walkForm(soundDefinition('comune-aurora'), { context: CONTEXT })
    const first = walking.next()
    const second = walking.next()
    expect([first.value, second.value]).toEqual([
      { done: 0, steps: 283 },
      { done: 50, steps: 283 },
    ])
  })

  test('passes each accepted request to the callback', () => {
    const requests: MadeRequest[] = []
    const definition = soundDefinition('road-damage')
    const { accepted } = walk(definition, { onRequest: (request) => void requests.push(request) })
    expect(requests).toHaveLength(accepted)
    const [smallest, largest] = requests
    expect(Object.keys(largest?.answers ?? {}).length).toBeGreaterThan(Object.keys(smallest?.answers ?? {}).length)
  })
})

describe('walkForm (tries every path through a form) with a form that cannot be submitted', () => {
  test.each([
    ['a locked question that must have an answer and has none', { input_type: 'text' }, { required: true, readonly: 'LOCKED' }, 'rejected'],
    ['a required number without a possible answer', { input_type: 'int', min: 5, max: 3 }, { required: true }, 'unanswerable'],
    ['a required choice without options', { input_type: 'multi_checkbox', checkboxes: [] }, { required: true }, 'unanswerable'],
    ['a required text in a format that cannot be examined', { input_type: 'text', validation: '(?i)[k]{7}[0-9]{9}' }, { required: true }, 'unanswerable'],
  ])('reports %s', (_why, settings, more, text) => {
    const bed = new PlantBed('road-damage')
    const { place } = bed.add(settings, more)
    const { findings, accepted, paths } = walk(bed.definition)
    expect(findings).toEqual([expect.objectContaining({ check: 'walk', text, place: place(), values: ['Planted question'] })])
    expect(accepted).toBe((paths - 1) * 2)
    for (const language of LANGUAGES) expect(findings.map((finding) => textOfFinding(finding, language))[0]).toContain('Planted question')
  })

  test('reports each last step for which the callback could not create a summary', () => {
    const { findings } = walk(soundDefinition('gallery'), {
      onRequest: () => 'summary',
    })
    expect(findings.map(({ text }) => text)).toEqual(Array.from({ length: 6 }, () => 'summary'))
  })
})

describe('the smallest and the largest answer that walkForm generates', () => {
  test.each([
    ['text with lengths', { input_type: 'text', min_len: 3, max_len: 9 }, ['aaa', 'aaaaaaaaa']],
    ['text with a pattern', { input_type: 'text', validation: '[0-9]{5}' }, ['00000', '12345']],
    ['whole number', { input_type: 'int', min: 2.5, max: 7 }, [3, 7]],
    ['date relative to today', { input_type: 'date', relative_min_period: 'days', relative_min_value: 2 }, ['2026-11-26', '2026-11-26']],
    ['boxes', { input_type: 'multi_checkbox', checkboxes: [1, 2, 3].map((key) => ({ key: `${key}`, value: 'x' })), max_selected: 2 }, [['1'], ['1', '2']]],
    [
      'list of numbers',
      { input_type: 'array', elementsType: 'number', nelementsmin: 2, nelementsmax: 3, min: 1, max: 5 },
      [
        [1, 1],
        [5, 5, 5],
      ],
    ],
  ])('are the limits of the question for a %s', (_what, settings, [smallest, largest]) => {
    const bed = new PlantBed('road-damage')
    bed.add(settings, { required: true })
    const made: unknown[] = []
    walk(bed.definition, { onRequest: ({ answers }) => void (Object.hasOwn(answers, 'planted') && made.push(answers.planted)) })
    expect(made).toEqual([smallest, largest])
  })

  test('belong to one person for questions that are compared with a tax code', () => {
    const made: MadeRequest[] = []
    walk(soundDefinition('enrolment'), { onRequest: (request) => void made.push(request) })
    const { answers } = made[1] as MadeRequest
    expect(Object.values(answers)).toContain('Mario')
    expect(Object.values(answers).some((answer) => /^RSSMRA\d\d[A-Z]\d\dA562[A-Z]$/.test(String(answer)))).toBe(true)
  })
})
