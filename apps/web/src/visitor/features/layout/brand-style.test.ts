import { readFileSync } from 'node:fs'
import { contrast, DARK_PAPER } from '@sportello/checks/contrast'
import { expect, test } from 'vitest'
import { brandStyle } from './brand-style.ts'

const style = (params: Record<string, unknown>) => brandStyle({ template_params: { name: 'default2022', params }, logos: [] })
const gradient = (from: unknown, to: unknown, angle: unknown = 90) => ({ backgroundSxType: 'gradient', backgroundSxGradient: { from, to, angle } })

test.each<[Record<string, unknown>, string, string]>([
  [{ brand_color: '#8c2a5b' }, '--panel:#8c2a5b;--on-panel:#ffffff', 'the brand colour without a background'],
  [{ backgroundSxType: 'COLOR', backgroundSxColor: '#ffee00' }, '--panel:#ffee00;--on-panel:#000000', 'an upper-case background type; black text on yellow'],
  [gradient('#3b1c5a', '#b23a55'), '--panel:linear-gradient(90deg,#3b1c5a,#b23a55);--on-panel:#ffffff', 'white text if it has enough contrast on both colours'],
  [
    gradient('#ffffff', '#000000'),
    '--panel:linear-gradient(rgb(0 0 0/55%),rgb(0 0 0/55%)),linear-gradient(90deg,#ffffff,#000000);--on-panel:#fff',
    'a dark overlay if no text colour has enough contrast on both colours',
  ],
  [
    { brand_color: '#8c2a5b', backgroundSxType: 'IMG', backgroundSxImg: '/assets/customer/abc/sea.jpg' },
    '--panel:linear-gradient(rgb(0 0 0/55%),rgb(0 0 0/55%)),url("/assets/customer/abc/sea.jpg") center/cover,#8c2a5b;--on-panel:#fff',
    'a background picture with a dark overlay',
  ],
  [{ backgroundSxType: 'image', backgroundSxImg: 'https://evil.example/x.png' }, '--panel:#1f4f8f;', 'a picture from another host is ignored'],
  [{ backgroundSxType: 'image', backgroundSxImg: '/assets/customer/a")}*{color:red' }, '--panel:#1f4f8f;', 'an invalid picture URL is ignored'],
  [gradient('red;}</style><script>', '#000000'), '--panel:#1f4f8f;', 'a gradient with an invalid colour is ignored'],
  [gradient('#111111', '#222222', '0deg);}'), '--panel:#1f4f8f;', 'a gradient with an invalid angle is ignored'],
])('brandStyle (CSS for the customer’s colours), called with the settings %o, contains %s (%s)', (params, expected) =>
  expect(style(params)).toContain(expected),
)

test.each(['#000000', '#1f4f8f', '#8c2a5b', '#ffee00', '#ffffff', '#161c23', '#ff0000'])(
  'in the dark theme, links in the colour made from %s are readable on the page, and so is the text on buttons',
  (brand_color) => {
    const [, brand = '', text = ''] = /dark\]\{--brand:(#\w{6});--on-brand:(#\w{6})/.exec(style({ brand_color })) ?? []
    expect(contrast(brand, DARK_PAPER)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(text, brand)).toBeGreaterThanOrEqual(4.5)
  },
)

test('the style sheet has the same background in the dark theme as the computation of the contrast', () => {
  expect(readFileSync(new URL('../../styles/dark.css', import.meta.url), 'utf8')).toContain(`--paper: ${DARK_PAPER};`)
})
