import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, isHexColor, readableOnWhite, textOn } from './contrast.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('WCAG 2.2 contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21, 'black on white'],
    ['#777777', '#ffffff', 4.48, 'the darkest grey that fails 4.5:1 on white'],
    ['#123456', '#123456', 1, 'a colour on itself'],
  ])('the contrast ratio of %s and %s is %d: %s', (a, b, ratio) => expect(contrast(a, b)).toBeCloseTo(ratio, 2))

  test('textOn returns a text colour with a contrast ratio of at least 4.5 on any brand colour', () => {
    fc.assert(fc.property(color, (brand) => contrast(textOn(brand), brand) >= 4.5))
  })

  test('readableOnWhite darkens any brand colour until its contrast ratio on white is 4.5, and does not change dark colours', () => {
    fc.assert(fc.property(color, (brand) => contrast(readableOnWhite(brand), '#ffffff') >= 4.5))
    expect(readableOnWhite('#3b1c5a')).toBe('#3b1c5a')
  })

  test.each([
    ['#a1b2c3', true, 'six digits'],
    ['#abc', false, 'the short form is not what the colour picker gives'],
    ['red;} body{display:none', false, 'CSS code is not a colour'],
    ['', false, 'nothing'],
  ])('isHexColor(%s) returns %s (%s)', (value, expected) => expect(isHexColor(value)).toBe(expected))
})
