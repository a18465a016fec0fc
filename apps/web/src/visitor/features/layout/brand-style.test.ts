import { expect, test } from 'vitest'
import { brandStyle } from './brand-style.ts'

const style = (params: Record<string, unknown>) => brandStyle({ template_params: { name: 'default2022', params }, logos: [] })
const gradient = (from: unknown, to: unknown, angle: unknown = 90) => ({ backgroundSxType: 'gradient', backgroundSxGradient: { from, to, angle } })

test.each<[Record<string, unknown>, string, string]>([
  [{ brand_color: '#8c2a5b' }, '--panel:#8c2a5b;--on-panel:#ffffff', 'the brand alone colours the panel'],
  [{ backgroundSxType: 'COLOR', backgroundSxColor: '#ffee00' }, '--panel:#ffee00;--on-panel:#000000', 'types are read in either case; black reads on yellow'],
  [gradient('#3b1c5a', '#b23a55'), '--panel:linear-gradient(90deg,#3b1c5a,#b23a55);--on-panel:#ffffff', 'white reads on both ends'],
  [
    gradient('#ffffff', '#000000'),
    '--panel:linear-gradient(rgb(0 0 0/55%),rgb(0 0 0/55%)),linear-gradient(90deg,#ffffff,#000000);--on-panel:#fff',
    'nothing reads on both ends: veiled',
  ],
  [
    { brand_color: '#8c2a5b', backgroundSxType: 'IMG', backgroundSxImg: '/assets/customer/abc/sea.jpg' },
    '--panel:linear-gradient(rgb(0 0 0/55%),rgb(0 0 0/55%)),url("/assets/customer/abc/sea.jpg") center/cover,#8c2a5b;--on-panel:#fff',
    'a picture, veiled, over the brand',
  ],
  [{ backgroundSxType: 'image', backgroundSxImg: 'https://evil.example/x.png' }, '--panel:#1f4f8f;', 'a picture of elsewhere is left out'],
  [{ backgroundSxType: 'image', backgroundSxImg: '/assets/customer/a")}*{color:red' }, '--panel:#1f4f8f;', 'what is no address is left out'],
  [gradient('red;}</style><script>', '#000000'), '--panel:#1f4f8f;', 'what is no colour is left out'],
  [gradient('#111111', '#222222', '0deg);}'), '--panel:#1f4f8f;', 'what is no angle spoils the gradient'],
])('brandStyle of %o contains %s: %s', (params, expected) => expect(style(params)).toContain(expected))
