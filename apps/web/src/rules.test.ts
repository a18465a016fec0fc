import { placeCodes } from '@sportello/codfis/places'
import { questionsOf, type TagView } from '@sportello/contract'
import { ASKED, neighbours, type Rule, rules, TODAY } from '@sportello/contract/rules'
import { formField } from '@sportello/contract/schemas'
import { describe, expect, test } from 'vitest'
import { matches } from './shared/pattern-engine.ts'
import { answersOf, faultsOf } from './visitor/features/wizard/answers.ts'

/**
 * Tests a row of the rules table with the code of the visitor's page. Builds a step with the row's field and typed
 * values.
 * Returns the errors, and the answer that the page would send.
 */
function inBrowser({ field, typed, others, known, language }: Rule): { told: unknown; sent: unknown } {
  const fields = [...neighbours, formField.parse(JSON.parse(JSON.stringify(field)))]
  const steps = [{ form_fields: fields } as unknown as TagView]
  const isFile = questionsOf(steps).at(-1)?.property.default_value.input_type === 'file'
  const touched = typed === undefined ? {} : { [ASKED]: typed }
  const draft = {
    shown: { ...others, ...(!isFile && touched) },
    files: (isFile ? touched : {}) as Record<string, readonly File[]>,
    lostFiles: {},
    carried: new Set<string>(),
  }
  const told = faultsOf(steps, draft, language, { today: TODAY, matches, placeCodes }, known)
  const { answers, files } = answersOf(steps, draft, language, known, TODAY)
  expect(files[ASKED] ?? []).toEqual(isFile ? (typed ?? []) : [])
  return { told, sent: answers[ASKED] }
}

describe.each(Object.entries(rules))('the visitor’s page validates answers according to the rules table of the input type %s', (_type, rows) => {
  test.each(rows.map((row) => [row.rule, row] as const))('%s', (_rule, row) => {
    const { told, sent } = inBrowser(row)
    expect(told).toEqual(row.faults.map((issue) => ({ field: ASKED, issue })))
    expect(sent).toEqual(row.wire)
  })
})

test('the rules tables of all input types together have more than 400 rows and no duplicates', () => {
  const all = Object.entries(rules).flatMap(([type, rows]) => rows.map(({ rule }) => `${type}: ${rule}`))
  expect(all.filter((rule, at) => all.indexOf(rule) !== at)).toEqual([])
  expect(all.length).toBeGreaterThan(400)
})
