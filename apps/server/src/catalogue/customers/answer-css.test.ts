import { describe, expect, test } from 'vitest'
import { coveringSheets, HARMLESS, strippedSheets } from '../../../test/hostile-css.ts'
import { cleanCss, cssFaults } from './answer-css.ts'

const cleaned = (source: string) => cleanCss(source)?.text ?? ''
const inLayer = (rules: string) => `@layer tenant{${rules}}`

describe('cleanCss', () => {
  test.each([
    ['.button { color: red; padding: 1rem }', '#page main .button{color:red;padding:1rem}'],
    ['h2, .step > p:hover { font-weight: 700 !important }', '#page main h2,#page main .step>p:hover{font-weight:700}'],
    [':root { --brand: #123456; --radius: calc(2px + 1px) }', '#page main{--brand:#123456;--radius:calc(2px + 1px)}'],
    [
      '@media (min-width: 40rem) { .card { background: linear-gradient(90deg, red, blue) } }',
      '@media (min-width:40rem){#page main .card{background:linear-gradient(90deg,red,blue)}}',
    ],
    ['.a::before { color: rgb(1 2 3) }', '#page main .a::before{color:rgb(1 2 3)}'],
  ])('keeps the allowed parts of the style sheet %s and limits them to the form', (source, rules) => {
    expect(cleaned(source)).toBe(inLayer(rules))
  })

  test.each([
    ['a fetched image', '.a { background: url(https://evil.example/x) }'],
    ['a fetched image in quotes', '.a { background-image: url("data:x") }'],
    ['a fetched image-set', '.a { background: image-set("https://evil.example" 1x) }'],
    ['a fetched image in a custom property', ':root { --brand: url(https://evil.example) }'],
    ['an import', '@import "https://evil.example/x.css";'],
    ['a font', '@font-face { font-family: x; src: url(x) }'],
    ['a fixed overlay', '.a { position: fixed; inset: 0; z-index: 9 }'],
    ['generated text', '.a::before { content: "Your session has ended" }'],
    ['legacy script properties', '.a { width: expression(alert(1)); behavior: url(x) }'],
    ['attributes', 'input[value^="a"] { color: red }'],
    ['a :has() selector', '.a:has(.b) { color: red }'],
    ['a selector that begins with a combinator', '> .b { color: red }'],
    ['a brace that closes the layer', '.a { color: red } } body { color: blue'],
    ['an unknown custom property', ':root { --focus: none }'],
    ['a keyframe', '@keyframes x { from { color: red } }'],
    ['a stylesheet that is too long', `.a{color:red}${' '.repeat(50_001)}`],
    ['nothing', ''],
    ['HTML instead of CSS', '<script>alert(1)</script>'],
  ])('removes %s from a style sheet', (_why, source) => {
    const text = cleaned(source)
    expect(text).not.toMatch(/url|evil|import|expression|behavior|fixed|content|focus|keyframes|script|\[|:has|image-set/)
    expect(text.replace(inLayer('#page main .a{color:red}'), '').replace(inLayer('#page main .a{color:red}#page main body{color:blue}'), '')).toBe('')
  })

  test.each(strippedSheets('https://evil.example').map(({ what, css }) => [what, css]))('removes %s from the hostile style sheet: %s', (_what, css) => {
    expect(['', inLayer(`#page main ${HARMLESS}`)]).toContain(cleaned(css))
  })

  test('limits rules that would match content outside the form to the form’s element', () => {
    const sheets = coveringSheets().map(({ css }) => cleaned(css))
    for (const css of sheets)
      for (const [rule] of css.replace('@layer tenant{', '').matchAll(/[^{}]+(?=\{[^{}]+\})/g))
        expect(rule).toMatch(/^#page main(?: [^,]+)?(?:,#page main [^,]+)*$/)
    expect(strippedSheets('https://evil.example').length + sheets.length).toBeGreaterThan(200)
  })

  test('does not let a customer’s style sheet close the style element or the cascade layer that contains it', () => {
    const text = cleaned('.a{color:red}</style><script>alert(1)</script> .b{color:blue}}}} @layer reset{*{color:red}}')
    expect(text).not.toMatch(/<|script/)
    expect(text.split('{').length).toBe(text.split('}').length)
  })

  test('returns a hash that changes with the style sheet’s content', () => {
    expect(cleanCss('.a{color:red}')?.hash).toMatch(/^[\w-]{22}$/)
    expect(cleanCss('.a{color:red}')?.hash).not.toBe(cleanCss('.a{color:blue}')?.hash)
  })
})

describe('cssFaults', () => {
  const removedParts = (source: string) => cssFaults(source).map(({ from, to, reason }) => [source.slice(from, to), reason])

  test.each<[string, string[][]]>([
    ['.a { color: red } /* why */ @media (min-width: 1px) { .b { /* and */ margin: 0 } }', []],
    ['.a { position: fixed; color: red }', [['position: fixed', 'property']]],
    ['.a { background: url(https://evil.example/x) }', [['url(https://evil.example/x)', 'value']]],
    ['.a, .b:has(.c) { color: red }', [['.b:has(.c)', 'selector']]],
    [
      ':root { --focus: none; --brand: url(x) }',
      [
        ['--focus: none', 'property'],
        ['url(x)', 'value'],
      ],
    ],
    ['@import "x"; .a { color: red }', [['@import "x";', 'at_rule']]],
    ['@media print { @media print { .a { color: red } } }', [['@media print { .a { color: red } }', 'at_rule']]],
    ['', []],
  ])('returns the parts that are removed from the style sheet %s, with the reasons', (source, faults) => expect(removedParts(source)).toEqual(faults))

  test('reports syntax errors, and reports a style sheet that is too long', () => {
    expect(cssFaults('.a { color red }').map(({ reason }) => reason)).toContain('syntax')
    expect(cssFaults(`.a{color:red}${' '.repeat(50_001)}`)).toEqual([{ from: 50_000, to: 50_014, reason: 'too_long' }])
  })
})
