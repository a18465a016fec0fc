import { describe, expect, test } from 'vitest'
import type { CheckContext } from '../../define-input.ts'
import { type DataSourceSettings, type PayloadEntry, payloadOf, selectDataSource, serviceOf } from './definition.ts'

const context: CheckContext = { today: '', matches: () => true }
const words = { language: 'it', yes: '', no: '' }
const invalid = [{ code: 'opzione_non_valida', params: [] }]
const map = { options: { Milano: 'mi', Roma: 'rm' } }
const list = { options: [{ key: 'mi', value: 'Milano' }] }
const remote = { service_code: 'cities' }

describe('select with a data source', () => {
  test.each<[value: string, settings: DataSourceSettings, offered: string[] | undefined, valid: boolean, why: string]>([
    ['mi', map, undefined, true, 'the map has it as a value'],
    ['Milano', map, undefined, false, 'the label is not the key'],
    ['mi', list, undefined, true, 'it is on the list'],
    ['rm', list, undefined, false, 'it is not on the list'],
    ['mi', map, ['rm'], true, 'the service’s options are ignored if the form has its own'],
    ['rm', { ...map, service_code: 'cities' }, [], true, 'the form’s own options win unless the settings say restCall'],
    ['mi', remote, ['mi', 'rm'], true, 'the service offers it'],
    ['na', remote, ['mi', 'rm'], false, 'the service does not offer it'],
    ['mi', remote, [], false, 'the service offers nothing'],
    ['mi', remote, undefined, true, 'nobody knows yet what the service offers: the server will'],
    ['mi', { ...map, ...remote, elementsType: 'restCall' }, ['rm'], false, 'told to ask, the service counts and not the options'],
    ['mi', {}, undefined, false, 'without options nothing can be chosen'],
    ['toString', map, undefined, false, 'what every object has is no option'],
  ])('checks %j with the settings %j and the service’s options %j: %s – %s', (value, settings, offered, valid) => {
    expect(selectDataSource.check(value, settings, { ...context, offered: offered && new Set(offered) })).toEqual(valid ? [] : invalid)
  })

  test('writes the answer as its label if the label is known', () => {
    expect(selectDataSource.text('mi', map, words)).toBe('Milano')
    expect(selectDataSource.text('mi', { ...remote, options: list.options }, words)).toBe('Milano')
    expect(selectDataSource.text('mi', remote, words)).toBe('mi')
  })
})

describe('serviceOf', () => {
  test.each<[settings: DataSourceSettings, service: string | undefined, why: string]>([
    [remote, 'cities', 'there is nothing else'],
    [{ ...remote, ...map }, undefined, 'the form brings its own'],
    [{ ...remote, ...map, elementsType: 'restCall' }, 'cities', 'elementsType says so'],
    [{ ...remote, ...map, validationOptions: { value: 'restCall' } }, 'cities', 'validationOptions says so'],
    [{ ...remote, ...map, validationOptions: 'restCall' }, 'cities', 'validationOptions says so, written short'],
    [{ ...remote, ...map, elementsType: 'options', validationOptions: { value: 'list' } }, undefined, 'both say something else'],
    [{ ...remote, ...map, validationOptions: null }, undefined, 'it is null'],
    [{ elementsType: 'restCall' }, undefined, 'no service is named'],
  ])('%j: %s – %s', (settings, service) => {
    expect(serviceOf(settings)).toBe(service)
  })
})

describe('payloadOf (the payload of a lookup)', () => {
  const sources = {
    answerTo: (code: string) => ({ region: 'lom', seats: 0, urgent: false, none: '', missing: null, several: ['a'] })[code],
    known: { fund: 'F1', age: 41, address: { street: 'x' }, empty: '' },
  }
  const entry = (type: PayloadEntry['type'], value: PayloadEntry['value']): PayloadEntry => ({ type, key: 'k', value })

  test.each<[entry: PayloadEntry, outcome: object, why: string]>([
    [entry('static', 'IT'), { payload: { k: 'IT' } }, 'a constant'],
    [entry('static', 5), { payload: { k: 5 } }, 'a constant keeps its type'],
    [entry('field', 'region'), { payload: { k: 'lom' } }, 'the answer of another question'],
    [entry('field', 'seats'), { payload: { k: 0 } }, 'nought is an answer'],
    [entry('field', 'urgent'), { payload: { k: false } }, 'no is an answer'],
    [entry('field', 'none'), { waitsFor: 'none' }, 'an empty answer is none'],
    [entry('field', 'missing'), { waitsFor: 'missing' }, 'nothing was answered'],
    [entry('field', 'toString'), { waitsFor: 'toString' }, 'what every object has is no answer'],
    [entry('field', 'several'), { waitsFor: 'several' }, 'a list cannot be asked with'],
    [entry('session', 'fund'), { payload: { k: 'F1' } }, 'what is known of the visitor'],
    [entry('session', 'age'), { payload: { k: 41 } }, 'with its type'],
    [entry('session', 'address'), { payload: {} }, 'an object cannot be asked with'],
    [entry('session', 'unknown'), { payload: {} }, 'the service says whether it can do without'],
    [entry('session', 'constructor'), { payload: {} }, 'what every object has is not known of anybody'],
  ])('with the entry %j returns %j – %s', (given, outcome) => {
    expect(payloadOf({ payloads: [given] }, sources)).toEqual(outcome)
  })

  test('returns an empty payload if the author configures no entries', () => {
    expect(payloadOf({}, sources)).toEqual({ payload: {} })
  })

  test('treats __proto__ as an ordinary key and changes no prototype', () => {
    const asked = payloadOf({ payloads: [{ type: 'static', key: '__proto__', value: 'x' }] }, sources)
    expect('payload' in asked && Object.hasOwn(asked.payload, '__proto__')).toBe(true)
    expect(Object.getPrototypeOf('payload' in asked ? asked.payload : null)).toBe(Object.prototype)
  })
})
