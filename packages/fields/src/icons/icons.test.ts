import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { spriteText } from '../../test/sprite-text.ts'
import { ICON_NAMES, shapeOf } from './names.ts'

const DEMO = new URL('../../../../demo/', import.meta.url)
const bundles = readdirSync(DEMO).filter((name) => name.endsWith('.yaml'))

/** Returns the values of all keys `icon` and `iconElem` in a bundle, at any depth. */
function iconsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(iconsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (/^icon(?:Elem)?$/.test(key) && typeof inner === 'string' ? [inner] : iconsIn(inner)))
}

describe.each(bundles)('icons of the demonstration bundle %s', (bundle) => {
  test('are all in the icon sprite, the file that contains all icons', () => {
    const icons = iconsIn(parse(readFileSync(new URL(bundle, DEMO), 'utf8')))
    expect(icons.filter((icon) => shapeOf(icon) === undefined)).toEqual([])
  })
})

test('the demonstration bundles use more than 100 icons', () => {
  expect(bundles.flatMap((bundle) => iconsIn(parse(readFileSync(new URL(bundle, DEMO), 'utf8')))).length).toBeGreaterThan(100)
})

test('the committed icon sprite is the same as a sprite generated from the installed Lucide icons', () => {
  expect(readFileSync(new URL('sprite.svg', import.meta.url), 'utf8')).toBe(spriteText())
})

test.each<[icon: string | undefined, shape: string | undefined, why: string]>([
  ['phone', 'phone', 'a name'],
  ['✉️', 'mail', 'an emoji with a variation selector'],
  ['✉', 'mail', 'the same emoji without a variation selector'],
  ['no-such-icon', undefined, 'a name that the sprite does not have'],
  ['constructor', undefined, 'the name of an inherited object property'],
  ['🦄', undefined, 'an emoji without a shape'],
  [undefined, undefined, 'none'],
])('shapeOf(%s) returns the icon name %s (%s)', (icon, shape) => {
  expect(shapeOf(icon)).toBe(shape)
  if (shape !== undefined) expect(ICON_NAMES.has(shape)).toBe(true)
})
