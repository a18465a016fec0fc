import { createHash } from 'node:crypto'
import * as csstree from 'css-tree'

/** A customer's own style, cleaned, with the address that it is served from. */
export interface AnswerCss {
  text: string
  /** First letters of its hash: what an address names never changes. */
  hash: string
}

const MAX_LENGTH = 50_000
/** What every rule is bound to: the form, and nothing around it. */
const SCOPE = '#page main'
const PROPERTY =
  /^(?:color|background-color|background|accent-color|opacity|line-height|letter-spacing|word-spacing|gap|row-gap|column-gap|(?:min-|max-)?(?:width|height|inline-size|block-size)|box-shadow|list-style-type|white-space|vertical-align|(?:border|outline|padding|margin|font|text)(?:-[a-z-]+)?)$/
/** Custom properties that the product's own styles read (its tokens); others do nothing. */
const TOKEN = /^--(?:brand|on-brand|ink|ink-soft|paper|ground|line|line-strong|radius|danger)$/
const FUNCTIONS = new Set(['rgb', 'rgba', 'hsl', 'hsla', 'oklch', 'calc', 'min', 'max', 'clamp', 'var', 'linear-gradient', 'radial-gradient', 'color-mix'])
const PSEUDO = new Set([
  'hover',
  'focus',
  'focus-visible',
  'focus-within',
  'active',
  'disabled',
  'checked',
  'first-child',
  'last-child',
  'nth-child',
  'before',
  'after',
  'placeholder',
  'marker',
])
const RAW_VALUE = /^[\w\s#.,%()+*/-]*$/

/**
 * A tenant's `answer_css` through the allow-list: rules of plain selectors, bound to the form, with properties of colour, type, space
 * and border; media queries; nothing that fetches, covers the page or runs. What is not on the list is left out.
 */
export function cleanCss(source: string): AnswerCss | null {
  if (source.length > MAX_LENGTH) return null
  const rules: string[] = []
  const sheet = csstree.parse(source, { onParseError: () => {}, parseCustomProperty: false })
  if (sheet.type === 'StyleSheet') for (const node of sheet.children) rules.push(...rulesOf(node))
  if (rules.length === 0) return null
  const text = `@layer tenant{${rules.join('')}}`
  return { text, hash: createHash('sha256').update(text).digest('base64url').slice(0, 22) }
}

function rulesOf(node: csstree.CssNode): string[] {
  if (node.type === 'Rule') return ruleOf(node)
  if (node.type !== 'Atrule' || node.name !== 'media' || !node.block || !node.prelude) return []
  const query = csstree.generate(node.prelude)
  const inside = node.block.children.toArray().flatMap((child) => (child.type === 'Rule' ? ruleOf(child) : []))
  return inside.length > 0 && /^[\w\s():.,<>=-]+$/.test(query) ? [`@media ${query}{${inside.join('')}}`] : []
}

function ruleOf({ prelude, block }: csstree.Rule): string[] {
  if (prelude.type !== 'SelectorList') return []
  const selectors = prelude.children.toArray().flatMap((selector) => selectorOf(selector) ?? [])
  const declarations = block.children.toArray().flatMap((node) => (node.type === 'Declaration' ? declarationOf(node) : []))
  return selectors.length > 0 && declarations.length > 0 ? [`${selectors.join(',')}{${declarations.join(';')}}`] : []
}

function selectorOf(selector: csstree.CssNode): string | undefined {
  if (selector.type !== 'Selector') return undefined
  const text = csstree.generate(selector)
  if (text === ':root' || text === ':scope') return SCOPE
  const parts = selector.children.toArray()
  const plain = parts.every((part) => {
    if (part.type === 'PseudoClassSelector' || part.type === 'PseudoElementSelector') return PSEUDO.has(part.name)
    return ['TypeSelector', 'ClassSelector', 'IdSelector', 'Combinator'].includes(part.type)
  })
  // A selector that begins with a combinator would reach out of the form.
  return plain && parts[0]?.type !== 'Combinator' ? `${SCOPE} ${text}` : undefined
}

function declarationOf({ property, value }: csstree.Declaration): string[] {
  const name = property.toLowerCase()
  if (name.startsWith('--')) {
    const raw = value.type === 'Raw' ? value.value.trim() : ''
    return TOKEN.test(name) && RAW_VALUE.test(raw) && functionsIn(raw).every((each) => FUNCTIONS.has(each)) ? [`${name}:${raw}`] : []
  }
  if (!PROPERTY.test(name) || value.type !== 'Value') return []
  let allowed = true
  csstree.walk(value, (node) => {
    if (node.type === 'Url' || node.type === 'Raw') allowed = false
    if (node.type === 'Function' && !FUNCTIONS.has(node.name.toLowerCase())) allowed = false
  })
  return allowed ? [`${name}:${csstree.generate(value)}`] : []
}

const functionsIn = (text: string) => [...text.matchAll(/([\w-]+)\(/g)].map(([, name = '']) => name.toLowerCase())
