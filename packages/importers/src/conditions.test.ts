import { describe, expect, test } from 'vitest'
import { formIoCondition, surveyCondition, xlsFormCondition } from './conditions.ts'

/**
 * Returns a condition as text: the question and its values, "open" if the importer does not understand the condition,
 * or "none" if there is no condition.
 */
const read = (condition: ReturnType<typeof surveyCondition>) =>
  condition ? (condition.question === undefined ? 'open' : `${condition.question}: ${condition.values?.join(', ')}`) : 'none'

/** Returns a reference to a question in XLSForm syntax. */
const ref = (question: string) => ['$', '{', question, '}'].join('')

describe('surveyCondition (condition of an element in SurveyJS)', () => {
  test.each([
    ["{kind} = 'a'", 'kind: a'],
    ['{kind} == "a"', 'kind: a'],
    ['{kind} = 3', 'kind: 3'],
    ['{lunch} = true', 'lunch: true'],
    ["{kind} = 'a' or {kind} = 'b'", 'kind: a, b'],
    ["{kind} = 'a' || {kind} = 'b'", 'kind: a, b'],
    ["({kind} = 'a')", 'kind: a'],
    ["({kind} = 'a') or ({kind} = 'b')", 'kind: a, b'],
    ["{kind} anyof ['a', 'b']", 'kind: a, b'],
    ["{kind} = 'a' and {other} = 'b'", 'open'],
    ["{kind} = 'a' or {other} = 'b'", 'open'],
    ["{kind} <> 'a'", 'open'],
    ['{kind} notempty', 'open'],
    ['{a} = {b}', 'open'],
    ['', 'none'],
    [`{kind} = '${'a'.repeat(3_000)}'`, 'open'],
  ])('parses the condition %j as “%s”', (text, expected) => {
    expect(read(surveyCondition(text))).toBe(expected)
  })
})

describe('xlsFormCondition (condition of an element in XLSForm)', () => {
  test.each([
    [`${ref('kind')} = 'a'`, 'kind: a'],
    [`${ref('kind')}='a' or ${ref('kind')}="b"`, 'kind: a, b'],
    [`selected(${ref('kind')}, 'a')`, 'kind: a'],
    [`${ref('kind')} = ‘a’`, 'kind: a'],
    [`not(${ref('kind')} = 'a')`, 'open'],
    [`${ref('kind')} != 'a'`, 'open'],
    [`${ref('age')} > 5`, 'open'],
    [`${ref('kind')} = 'a' and ${ref('age')} = 5`, 'open'],
    [' ', 'none'],
  ])('parses the condition %j as “%s”', (text, expected) => {
    expect(read(xlsFormCondition(text))).toBe(expected)
  })
})

describe('formIoCondition (condition of an element in Form.io)', () => {
  const conditions = (conjunction: string, ...list: [component: string, operator: string, value: unknown][]) => ({
    conditional: { show: true, conjunction, conditions: list.map(([component, operator, value]) => ({ component, operator, value })) },
  })
  test.each<[json: Record<string, unknown>, expected: string]>([
    [{ conditional: { show: true, when: 'kind', eq: 'a' } }, 'kind: a'],
    [{ conditional: { show: 'true', when: 'panel.kind', eq: 'a' } }, 'kind: a'],
    [{ conditional: { show: false, when: 'kind', eq: 'a' } }, 'open'],
    [{ conditional: { show: null, when: null, eq: '' } }, 'none'],
    [{ conditional: { show: '', when: '', json: '' } }, 'none'],
    [{ conditional: { json: { '==': [1, 1] } } }, 'open'],
    [{ customConditional: 'show = true', conditional: { show: true, when: 'kind', eq: 'a' } }, 'open'],
    [conditions('all', ['kind', 'isEqual', 'a']), 'kind: a'],
    [conditions('any', ['kind', 'isEqual', 'a'], ['kind', 'isEqual', 'b']), 'kind: a, b'],
    [conditions('all', ['kind', 'isEqual', 'a'], ['kind', 'isEqual', 'b']), 'open'],
    [conditions('any', ['kind', 'isEqual', 'a'], ['other', 'isEqual', 'b']), 'open'],
    [conditions('all', ['kind', 'isNotEqual', 'a']), 'open'],
    [{}, 'none'],
  ])('reads the condition %j as %s', (json, expected) => {
    expect(read(formIoCondition(json))).toBe(expected)
  })
})
