import { describe, expect, test } from 'vitest'
import { backgroundType, clampAngle, gradientOf } from './background.ts'
import { accountParameters, needsRouting, parsedValue, visitModes, withParameter } from './visit.ts'

describe('a visit to a form that an operator simulates', () => {
  test('offers only the access modes that can be simulated', () => {
    expect(
      visitModes({ auth_type: ['LOGIN', 'B2B', 'SURVEY', 'SSO', 'DYNAMIC', 'FREE', 'FREE_CAPTCHA', 'DATACOLLECTION', 'TOKEN_LOGIN', 'AUTORESPONDER'] }),
    ).toEqual(['FREE', 'FREE_CAPTCHA', 'DATACOLLECTION', 'SSO', 'SURVEY'])
    expect(visitModes({ auth_type: ['LOGIN'] })).toEqual([])
  })

  test.each([
    ['', false],
    ['FREE', false],
    ['FREE_CAPTCHA', false],
    ['DATACOLLECTION', false],
    ['SSO', true],
    ['SURVEY', true],
  ])('needsRouting (whether a mapping must be selected) returns for the access mode %j the value %s', (mode, expected) =>
    expect(needsRouting(mode)).toBe(expected),
  )

  test.each([
    ['1', 1],
    ['{"a":[true]}', { a: [true] }],
    ['"1"', '1'],
    ['null', null],
    ['un testo', 'un testo'],
    ['{a', '{a'],
    ['', ''],
  ])('parses the parameter value that the operator typed as %j into %j', (typed, value) => expect(parsedValue(typed)).toEqual(value))

  test('starts with the parameters of the operator’s account, and adding an existing key replaces its value', () => {
    const begun = accountParameters({ email: 'a@b.it', name: 'Anna', surname: 'Neri' })
    expect(begun.map(({ key, value, fixed }) => [key, value, fixed])).toEqual([
      ['email', 'a@b.it', true],
      ['nome', 'Anna', true],
      ['cognome', 'Neri', true],
    ])
    expect(withParameter(begun, 'email', 'c@d.it')[0]).toEqual({ key: 'email', value: 'c@d.it', fixed: true })
    expect(withParameter(begun, 'età', 7).at(-1)).toEqual({ key: 'età', value: 7, fixed: false })
  })
})

describe('background of a form', () => {
  test.each([
    ['image', 'IMG'],
    ['Img', 'IMG'],
    ['transparent', 'NONE'],
    ['gradient', 'GRADIENT'],
    ['COLOR', 'COLOR'],
    ['other', ''],
    [undefined, ''],
  ])('reads the background type %j as %j', (value, type) => expect(backgroundType(value)).toBe(type))

  test('the default gradient is from black to black, and the angle is limited to the range from 0 to 360 degrees', () => {
    expect(gradientOf(undefined)).toEqual({ from: '#000000', to: '#000000', angle: 0 })
    expect(gradientOf({ from: 'red', to: '#FFFFFF', angle: '90' })).toEqual({ from: '#000000', to: '#FFFFFF', angle: 90 })
    expect([-1, 0, 360, 361, Number.NaN].map(clampAngle)).toEqual([0, 0, 360, 360, 0])
  })
})
