import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addressInPage, iconsOfPage } from './page-icons.ts'

const SPRITE = readFileSync(new URL('../../../../packages/fields/src/icons/sprite.svg', import.meta.url), 'utf8')

test('a page contains the icons that it shows, whole and under the addresses that it uses', () => {
  const part = iconsOfPage(new Set(['lamp', 'baby', 'no-such-icon']), SPRITE)
  expect(part.match(/<symbol id="[^"]+"/g)).toEqual(['<symbol id="icon-baby"', '<symbol id="icon-lamp"'])
  for (const shape of ['baby', 'lamp']) {
    expect(part).toContain(`id="${addressInPage(shape).slice(1)}"`)
    const [, drawn = 'none'] = new RegExp(`<symbol id="${shape}"[^>]*>(.*?)</symbol>`, 's').exec(SPRITE) ?? []
    expect(part).toContain(`${drawn}</symbol>`)
  }
})

test('a page without icons contains none', () => {
  expect(iconsOfPage(new Set(), SPRITE)).toBe('')
  expect(iconsOfPage(new Set(['no-such-icon']), SPRITE)).toBe('')
})
