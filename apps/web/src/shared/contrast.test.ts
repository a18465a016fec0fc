import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, isHexColor, readableOnPaper, textOn } from './contrast.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('contrast after WCAG 2.2', () => {
  test.each([
    ['#000000', '#ffffff', 21, 'the widest there is'],
    ['#777777', '#ffffff', 4.48, 'the well-known grey that just fails'],
    ['#123456', '#123456', 1, 'a colour on itself'],
  ])('%s on %s is %d: %s', (a, b, ratio) => expect(contrast(a, b)).toBeCloseTo(ratio, 2))

  test('the text computed for any brand colour reads on it', () => {
    fc.assert(fc.property(color, (brand) => contrast(textOn(brand), brand) >= 4.5))
  })

  test('any brand colour becomes readable as text on paper, and a dark one stays as it is', () => {
    fc.assert(fc.property(color, (brand) => contrast(readableOnPaper(brand), '#ffffff') >= 4.5))
    expect(readableOnPaper('#3b1c5a')).toBe('#3b1c5a')
  })

  test.each([
    ['#a1b2c3', true, 'six digits'],
    ['#abc', false, 'the short form is not what the colour picker gives'],
    ['red;} body{display:none', false, 'a rule is not a colour'],
    ['', false, 'nothing'],
  ])('%s: %s (%s)', (value, expected) => expect(isHexColor(value)).toBe(expected))
})
