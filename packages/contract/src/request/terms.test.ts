import { describe, expect, test } from 'vitest'
import type { FormField } from '../form/form-field.ts'
import { checkTerms, foreignTerms, type TermsField, termsOf } from './terms.ts'

const terms = (id: string, more: Partial<TermsField> = {}): TermsField => ({ type: 'TERMS_CONDITIONS', ordering: 1, id, value: { html: '<p>x</p>' }, ...more })
const html: FormField = { type: 'HTML', ordering: 1, id: 'h', value: '<p>x</p>' }

test('termsOf returns the terms of all steps that the visitor went through', () => {
  const path = [{ form_fields: [terms('a'), html] }, { form_fields: [] }, { form_fields: [terms('b')] }]
  expect(termsOf(path).map((field) => field.id)).toEqual(['a', 'b'])
})

describe('terms and conditions', () => {
  test.each<[why: string, fields: TermsField[], accepted: string[], missing: string[]]>([
    ['reports nothing without terms', [], [], []],
    ['accepts required terms that the visitor accepted', [terms('a', { required: true })], ['a'], []],
    ['reports required terms that the visitor did not accept', [terms('a', { required: true })], [], ['a']],
    ['accepts terms that are not required', [terms('a')], [], []],
    ['requires no acceptance of hidden terms', [terms('a', { required: true, hidden: true })], [], []],
    ['reports the second of two required terms if only the first is accepted', [terms('a', { required: true }), terms('b', { required: true })], ['a'], ['b']],
    ['does not count the id of other terms', [terms('a', { required: true })], ['b'], ['a']],
    ['does not count an id in another letter case', [terms('a', { required: true })], ['A'], ['a']],
  ])('checkTerms %s', (_why, fields, accepted, missing) => {
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
  ])('foreignTerms (accepted ids that belong to no terms in the visitor’s steps), given %s: for %j it returns %j', (_why, accepted, foreign) => {
    expect(foreignTerms(termsOf([{ form_fields: [terms('a'), terms('hidden', { hidden: true }), html] }]), accepted)).toEqual(foreign)
  })
})
