import { describe, expect, test } from 'vitest'
import type { CheckContext } from '../../define-input.ts'
import { type DataSourceSettings, type PayloadEntry, payloadOf, selectDataSource, serviceOf } from './definition.ts'

const context: CheckContext = { today: '', matches: () => true }
const words = { language: 'it', yes: '', no: '' }
const invalid = [{ code: 'opzione_non_valida', params: [] }]
const map = { options: { Milano: 'mi', Roma: 'rm' } }
const list = { options: [{ key: 'mi', value: 'Milano' }] }
const remote = { service_code: 'cities' }

describe('select field with a data source', () => {
  test.each<[value: string, settings: DataSourceSettings, offered: string[] | undefined, valid: boolean, why: string]>([
    ['mi', map, undefined, true, 'the map contains the key'],
    ['Milano', map, undefined, false, 'the label is not the key'],
    ['mi', list, undefined, true, 'the list contains the key'],
    ['rm', list, undefined, false, 'the list does not contain the key'],
    ['mi', map, ['rm'], true, 'the service’s options are ignored if the form has its own'],
    ['rm', { ...map, service_code: 'cities' }, [], true, 'the form’s own options win unless the settings say restCall'],
    ['mi', remote, ['mi', 'rm'], true, 'the service offers the key'],
    ['na', remote, ['mi', 'rm'], false, 'the service does not offer the key'],
    ['mi', remote, [], false, 'the service offers no options'],
    ['mi', remote, undefined, true, 'the options of the service are not loaded yet, so the server checks them'],
    ['mi', { ...map, ...remote, elementsType: 'restCall' }, ['rm'], false, 'with restCall, the options of the service replace those of the form'],
    ['mi', {}, undefined, false, 'without options every key is rejected'],
    ['toString', map, undefined, false, 'an inherited object property is not an option'],
  ])('accepts the answer %j with the settings %j and the service’s options %j: %s (%s)', (value, settings, offered, valid) => {
    expect(selectDataSource.check(value, settings, { ...context, offered: offered && new Set(offered) })).toEqual(valid ? [] : invalid)
  })

  test('writes the answer as the label of the option if the label is known', () => {
    expect(selectDataSource.text('mi', map, words)).toBe('Milano')
    expect(selectDataSource.text('mi', { ...remote, options: list.options }, words)).toBe('Milano')
    expect(selectDataSource.text('mi', remote, words)).toBe('mi')
  })
})

describe('serviceOf (the data source of a select field)', () => {
  test.each<[settings: DataSourceSettings, service: string | undefined, why: string]>([
    [remote, 'cities', 'the form has no options of its own'],
    [{ ...remote, ...map }, undefined, 'the form has its own options'],
    [{ ...remote, ...map, elementsType: 'restCall' }, 'cities', 'elementsType is restCall'],
    [{ ...remote, ...map, validationOptions: { value: 'restCall' } }, 'cities', 'validationOptions.value is restCall'],
    [{ ...remote, ...map, validationOptions: 'restCall' }, 'cities', 'validationOptions is restCall'],
    [{ ...remote, ...map, elementsType: 'options', validationOptions: { value: 'list' } }, undefined, 'elementsType and validationOptions have other values'],
    [{ ...remote, ...map, validationOptions: null }, undefined, 'validationOptions is null'],
    [{ elementsType: 'restCall' }, undefined, 'service_code is missing'],
  ])('for the settings %j returns %s (%s)', (settings, service) => {
    expect(serviceOf(settings)).toBe(service)
  })
})

describe('payloadOf (the data sent to a data source)', () => {
  const sources = {
    answerTo: (code: string) => ({ region: 'lom', seats: 0, urgent: false, none: '', missing: null, several: ['a'] })[code],
    known: { fund: 'F1', age: 41, address: { street: 'x' }, empty: '' },
  }
  const entry = (type: PayloadEntry['type'], value: PayloadEntry['value']): PayloadEntry => ({ type, key: 'k', value })

  test.each<[entry: PayloadEntry, outcome: object, why: string]>([
    [entry('static', 'IT'), { payload: { k: 'IT' } }, 'a constant'],
    [entry('static', 5), { payload: { k: 5 } }, 'a constant keeps its type'],
    [entry('field', 'region'), { payload: { k: 'lom' } }, 'the answer of another question'],
    [entry('field', 'seats'), { payload: { k: 0 } }, 'the answer 0 is sent'],
    [entry('field', 'urgent'), { payload: { k: false } }, 'the answer false is sent'],
    [entry('field', 'none'), { waitsFor: 'none' }, 'an empty answer counts as missing'],
    [entry('field', 'missing'), { waitsFor: 'missing' }, 'a missing answer'],
    [entry('field', 'toString'), { waitsFor: 'toString' }, 'an inherited object property is not an answer'],
    [entry('field', 'several'), { waitsFor: 'several' }, 'a list cannot be sent'],
    [entry('session', 'fund'), { payload: { k: 'F1' } }, 'a known datum of the visitor'],
    [entry('session', 'age'), { payload: { k: 41 } }, 'a known datum keeps its type'],
    [entry('session', 'address'), { payload: {} }, 'an object is omitted'],
    [entry('session', 'unknown'), { payload: {} }, 'an unknown datum is omitted'],
    [entry('session', 'constructor'), { payload: {} }, 'an inherited object property is not a known datum'],
  ])('for the entry %j returns %j (%s)', (given, outcome) => {
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
