import { describe, expect, test } from 'vitest'
import type { FormField } from '../form/form-field.ts'
import { checkTerms, foreignTerms, type TermsField, termsOf } from './terms.ts'

const terms = (id: string, more: Partial<TermsField> = {}): TermsField => ({ type: 'TERMS_CONDITIONS', ordering: 1, id, value: { html: '<p>x</p>' }, ...more })
const html: FormField = { type: 'HTML', ordering: 1, id: 'h', value: '<p>x</p>' }

test('termsOf returns the terms of every step of the path', () => {
  const path = [{ form_fields: [terms('a'), html] }, { form_fields: [] }, { form_fields: [terms('b')] }]
  expect(termsOf(path).map((field) => field.id)).toEqual(['a', 'b'])
})

describe('terms and conditions', () => {
  test.each<[why: string, fields: TermsField[], accepted: string[], missing: string[]]>([
    ['no terms', [], [], []],
    ['required and accepted', [terms('a', { required: true })], ['a'], []],
    ['required and not accepted', [terms('a', { required: true })], [], ['a']],
    ['not required', [terms('a')], [], []],
    ['hidden terms need no acceptance', [terms('a', { required: true, hidden: true })], [], []],
    ['one of two required terms accepted', [terms('a', { required: true }), terms('b', { required: true })], ['a'], ['b']],
    ['the id of other terms does not count', [terms('a', { required: true })], ['b'], ['a']],
    ['an id in another letter case', [terms('a', { required: true })], ['A'], ['a']],
  ])('checkTerms: %s', (_why, fields, accepted, missing) => {
    expect(checkTerms(fields, accepted)).toEqual(missing.map((field) => ({ field, issue: { code: 'campo_richiesto', params: [] } })))
  })

  test.each<[why: string, accepted: string[], foreign: string[]]>([
    ['no ids', [], []],
    ['the id of terms on the path', ['a'], []],
    ['the id of hidden terms on the path', ['hidden'], []],
    ['an unknown id', ['a', 'c'], ['c']],
    ['the id of another kind of field', ['h'], ['h']],
    ['an empty id', [''], ['']],
    ['names of inherited object properties', ['constructor', '__proto__'], ['constructor', '__proto__']],
  ])('foreignTerms: %s', (_why, accepted, foreign) => {
    expect(foreignTerms(termsOf([{ form_fields: [terms('a'), terms('hidden', { hidden: true }), html] }]), accepted)).toEqual(foreign)
  })
})
