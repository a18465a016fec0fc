import { placeCodes } from '@sportello/codfis/places'
import { checkRequest, effectiveAnswers, type Files, isQuestion, questionsOf } from '@sportello/contract'
import { ASKED, neighbours, type Rule, rules, TODAY } from '@sportello/contract/rules'
import { formField } from '@sportello/contract/schemas'
import { inputOf } from '@sportello/fields'
import { describe, expect, test } from 'vitest'
import { matches } from '../../catalogue/definitions/rules.ts'

/**
 * Returns the answers to the other questions that a row of the rules table contains, in the format that the browser
 * sends.
 */
function neighboursOnWire({ others, language }: Rule): Record<string, unknown> {
  return Object.fromEntries(
    neighbours.filter(isQuestion).flatMap(({ value: { property_code: code, default_value: settings } }) => {
      const typed = others[code]
      const { read } = inputOf(settings.input_type)
      return typed === undefined || typed === '' ? [] : [[code, read ? read(typed, language, settings) : typed]]
    }),
  )
}

/**
 * Validates the answer in a row of the rules table as the server validates a submission. Converts the answers from the
 * format of the request, and uses the server's own regex engine and list of municipalities.
 */
function onServer(row: Rule): { told: unknown; kept: unknown } {
  const questions = questionsOf([{ form_fields: [...neighbours, formField.parse(JSON.parse(JSON.stringify(row.field)))] }])
  const isFile = questions.at(-1)?.property.default_value.input_type === 'file'
  const files = (isFile && row.typed ? { [ASKED]: row.typed } : {}) as Files
  const received = JSON.parse(JSON.stringify({ ...neighboursOnWire(row), [ASKED]: row.wire })) as Record<string, unknown>
  const answers = effectiveAnswers(questions, received, row.known)
  return { told: checkRequest(questions, answers, files, { today: TODAY, matches, placeCodes }), kept: answers[ASKED] }
}

describe.each(Object.entries(rules))('the validation rules of the server for %s', (_type, rows) => {
  test.each(rows.map((row) => [row.rule, row] as const))('%s', (_rule, row) => {
    const { told, kept } = onServer(row)
    expect(told).toEqual(row.faults.map((issue) => ({ field: ASKED, issue })))
    expect(kept).toEqual(row.kept)
  })
})
