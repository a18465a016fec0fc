import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { spriteText } from '../../test/sprite-text.ts'
import { ICON_NAMES, shapeOf } from './names.ts'

const DEMO = new URL('../../../../demo/', import.meta.url)
const bundles = readdirSync(DEMO).filter((name) => name.endsWith('.yaml'))

/** Everything that stands under `icon` or `iconElem`, wherever it is in a bundle. */
function iconsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(iconsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (/^icon(?:Elem)?$/.test(key) && typeof inner === 'string' ? [inner] : iconsIn(inner)))
}

describe.each(bundles)('%s', (bundle) => {
  test('names only icons that are drawn', () => {
    const icons = iconsIn(parse(readFileSync(new URL(bundle, DEMO), 'utf8')))
    expect(icons.filter((icon) => shapeOf(icon) === undefined)).toEqual([])
  })
})

test('the demonstrations hold icons to look at', () => {
  expect(bundles.flatMap((bundle) => iconsIn(parse(readFileSync(new URL(bundle, DEMO), 'utf8')))).length).toBeGreaterThan(100)
})

test('the sprite holds each name, as Lucide draws it today', () => {
  expect(readFileSync(new URL('sprite.svg', import.meta.url), 'utf8')).toBe(spriteText())
})

test.each<[icon: string | undefined, shape: string | undefined, why: string]>([
  ['phone', 'phone', 'a name'],
  ['✉️', 'mail', 'an emoji with a variation sign'],
  ['✉', 'mail', 'the same without'],
  ['no-such-icon', undefined, 'a name that the sprite does not have'],
  ['constructor', undefined, 'a name that every object has'],
  ['🦄', undefined, 'an emoji without a shape'],
  [undefined, undefined, 'none'],
])('%s is drawn as %s (%s)', (icon, shape) => {
  expect(shapeOf(icon)).toBe(shape)
  if (shape !== undefined) expect(ICON_NAMES.has(shape)).toBe(true)
})
